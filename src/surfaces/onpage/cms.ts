import type { App, Principal } from '../../kernel/context.ts'
import { belongsTo } from '../../kernel/domain.ts'
import { fail } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { CMS, type Cms } from '../../providers/cms/index.ts'
import type { CmsAccess, CmsPage, Values } from '../../providers/cms/types.ts'
import type { Outcome } from '../../providers/contract.ts'

type Owner = Pick<Principal, 'tenant_id' | 'mode'>

const LABELS: Record<Cms, string> = { wordpress: 'WordPress', webflow: 'Webflow' }

function notConnected(cms: Cms, message: string) {
  return fail('account_not_connected', message, {
    fix_hint: `Connect it with POST /v1/connect/${cms}.`,
  })
}

/** The account that was connected last, unless one is named. */
export async function accountFor(app: App, owner: Owner, cms: Cms): Promise<string> {
  const id = await app.connections.find(owner, cms)
  if (id === null) throw notConnected(cms, `No ${LABELS[cms]} account is connected.`)
  return id
}

/** Uses the account's site, which has to be the one that the change is for. */
async function use<T>(
  app: App,
  owner: Owner,
  cms: Cms,
  accountId: string,
  domain: string | null,
  work: (access: CmsAccess) => Promise<Outcome<T>>,
): Promise<T> {
  const platforms = { caller: app.caller, sandbox_url: app.providers[owner.mode].sandbox_url }
  const key = { tenant_id: owner.tenant_id, mode: owner.mode, account_id: accountId }
  const outcome = await app.connections.withAccessToken(key, async ({ authorization, account }) => {
    const { site_url } = account.details
    const host = site_url === undefined ? null : (URL.parse(site_url)?.hostname ?? '')
    if (domain !== null && host !== null && !belongsTo(host, domain))
      throw notConnected(cms, `The connected ${LABELS[cms]} account is of ${host}, not of ${domain}.`)
    return work({ platforms, authorization: authorization ?? '', details: account.details })
  })
  if (outcome.ok) return outcome.value
  if (outcome.code === 'not_found')
    throw fail('validation_failed', `url: ${LABELS[cms]} has no page at this address`)
  throw providerError(outcome, LABELS[cms], 'changes')
}

export function findPage(
  app: App,
  owner: Owner,
  cms: Cms,
  accountId: string,
  domain: string,
  url: string,
): Promise<CmsPage> {
  return use(app, owner, cms, accountId, domain, (access) => CMS[cms].find(access, url))
}

export async function writePage(
  app: App,
  owner: Owner,
  cms: Cms,
  accountId: string,
  page: CmsPage,
  values: Values,
): Promise<void> {
  await use(app, owner, cms, accountId, null, (access) => CMS[cms].write(access, page, values))
}
