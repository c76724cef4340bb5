import type { App, Principal } from '../../kernel/context.ts'
import { belongsTo } from '../../kernel/domain.ts'
import { type ApiError, fail } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { CMS, type Cms } from '../../providers/cms/index.ts'
import type { CmsAccess, CmsPage, Values } from '../../providers/cms/types.ts'
import type { Failure, Outcome } from '../../providers/contract.ts'

export type Account = {
  app: App
  owner: Pick<Principal, 'tenant_id' | 'mode'>
  cms: Cms
  account_id: string
}

export const LABELS: Record<Cms, string> = { wordpress: 'WordPress', webflow: 'Webflow' }

export function notConnected(cms: Cms, message: string): ApiError {
  return fail('account_not_connected', message, { fix_hint: `Connect it with POST /v1/connect/${cms}.` })
}

/** A credential that the system refuses is a connection to renew: waiting and retrying would not help. */
export function failureOf(cms: Cms, failure: Failure): ApiError {
  if (failure.verdict === 'reconnect') return notConnected(cms, `${LABELS[cms]}: ${failure.message}`)
  return providerError(failure, LABELS[cms], 'changes')
}

/** Calls with the account's access, whatever comes of it. */
export function reach<T>(
  { app, owner, account_id }: Account,
  work: (access: CmsAccess) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const platforms = { caller: app.caller, ...app.providers[owner.mode].platforms }
  const key = { tenant_id: owner.tenant_id, mode: owner.mode, account_id }
  return app.connections.withAccessToken(key, ({ authorization, account }) =>
    work({ platforms, authorization: authorization ?? '', details: account.details }),
  )
}

/** The page as the system has it. A page of another website is never found by its path. */
export async function findPage(
  account: Account,
  { url, domain }: { url: string; domain: string },
): Promise<CmsPage> {
  const { cms } = account
  const outcome = await reach(account, async (access) => {
    const { site_url } = access.details
    const host = site_url === undefined ? null : (URL.parse(site_url)?.hostname ?? '')
    if (host !== null && !belongsTo(host, domain))
      throw notConnected(cms, `The connected ${LABELS[cms]} account is of ${host}, not of ${domain}.`)
    const page = await CMS[cms].find(access, url)
    if (!page.ok) return page
    const ref = { ...page.value.ref, site: CMS[cms].siteOf(access.details) }
    return { ok: true, value: { ...page.value, ref } }
  })
  if (outcome.ok) return outcome.value
  if (outcome.code === 'not_found' && outcome.verdict === 'rejected')
    throw fail('validation_failed', `url: ${LABELS[cms]} has no page at this address`)
  throw failureOf(cms, outcome)
}

/** The page that a change was made to, as it is now. */
export async function readPage(account: Account, ref: CmsPage['ref']): Promise<CmsPage> {
  const outcome = await reach(account, (access) => CMS[account.cms].read(access, ref))
  return outcome.ok ? outcome.value : lostOr(account.cms, outcome)
}

/** Returns what the page has afterwards. */
export async function writePage(account: Account, page: CmsPage, values: Values): Promise<Values> {
  const outcome = await reach(account, (access) => CMS[account.cms].write(access, page, values))
  return outcome.ok ? outcome.value : lostOr(account.cms, outcome)
}

function lostOr(cms: Cms, failure: Failure): never {
  if (failure.code === 'not_found' && failure.verdict === 'rejected')
    throw fail('conflict', `${LABELS[cms]} does not have this page any more.`)
  throw failureOf(cms, failure)
}
