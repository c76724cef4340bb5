/** Which connected account a change goes through. */
import type { UsableAccount } from '../../connections/index.ts'
import type { App, Principal } from '../../kernel/context.ts'
import { type ApiError, fail } from '../../kernel/errors.ts'
import { CMS, type Cms } from '../../providers/cms/index.ts'
import type { Failure } from '../../providers/contract.ts'
import { type Account, failureOf, LABELS, notConnected, reach } from './cms.ts'
import type { ChangeRow } from './store.ts'

type Owner = Pick<Principal, 'tenant_id' | 'mode'>
type Page = { url: string; domain: string }

/** The account that is named, or the one whose website the page is on. Several websites that fit are not guessed at. */
export async function accountFor(
  app: App,
  owner: Owner,
  cms: Cms,
  wanted: Page & { account_id: string | undefined },
): Promise<Account> {
  const usable = await app.connections.usable(owner, cms)
  const using = ({ id }: UsableAccount): Account => ({ app, owner, cms, account_id: id })
  if (wanted.account_id !== undefined) {
    const named = usable.find(({ id }) => id === wanted.account_id)
    if (named === undefined) throw notConnected(cms, `No ${LABELS[cms]} account of this id is connected.`)
    return using(named)
  }
  const [newest, second] = usable
  if (newest === undefined) throw notConnected(cms, `No ${LABELS[cms]} account is connected.`)
  if (second === undefined) return using(newest)
  const found = await bestOf(usable, using, wanted)
  const [chosen] = found
  // None fits: the newest is asked all the same, and says what its website is.
  if (chosen === undefined) return using(newest)
  if (new Set(found.map(({ details }) => CMS[cms].siteOf(details))).size > 1) throw ambiguous(cms, found)
  return using(chosen)
}

/** Accounts that cannot be asked are no reason to refuse, as long as another one fits. */
async function bestOf(
  usable: readonly UsableAccount[],
  using: (account: UsableAccount) => Account,
  page: Page,
): Promise<UsableAccount[]> {
  const fits = await Promise.all(
    usable.map(async (account) => ({ account, fit: await fitOf(using(account), page) })),
  )
  const best = Math.max(0, ...fits.map(({ fit }) => (fit.ok ? fit.value : 0)))
  const failure = fits.map(({ fit }) => fit).find((fit): fit is Failure => !fit.ok)
  const [first] = usable
  if (best === 0 && failure !== undefined && first !== undefined) throw failureOf(using(first).cms, failure)
  return fits.flatMap(({ account, fit }) => (best > 0 && fit.ok && fit.value === best ? [account] : []))
}

function fitOf(account: Account, page: Page) {
  return reach(account, (access) => CMS[account.cms].fit(access, page))
}

function ambiguous(cms: Cms, found: readonly UsableAccount[]): ApiError {
  const ids = found.map(({ id }) => id).join(', ')
  return fail('conflict', `Several connected ${LABELS[cms]} accounts may serve this page: ${ids}.`, {
    fix_hint: 'Name one of them as account_id.',
  })
}

/** The account that made the change, or, when it was removed and connected again, one of the same website. */
export async function accountOf(app: App, owner: Owner, change: ChangeRow): Promise<Account> {
  const { deploy_mode: cms, target } = change
  const usable = await app.connections.usable(owner, cms)
  const found =
    usable.find(({ id }) => id === change.account_id) ??
    usable.find(({ details }) => CMS[cms].siteOf(details) === target.site)
  if (found === undefined)
    throw notConnected(cms, `The ${LABELS[cms]} account of this change is not connected any more.`)
  return { app, owner, cms, account_id: found.id }
}
