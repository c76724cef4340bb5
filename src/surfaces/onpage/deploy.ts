import type { TenantContext } from '../../kernel/context.ts'
import { ApiError, fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { reply } from '../../kernel/operation.ts'
import type { Cms } from '../../providers/cms/index.ts'
import { accountFor } from './accounts.ts'
import { findPage, writePage } from './cms.ts'
import { type Change, changedValues, diffOf, valuesOfTypes } from './rules.ts'
import { insertChange, markApplied, removeChange } from './store.ts'

type Asked = {
  site_id: string
  domain: string
  url: string
  changes: readonly Change[]
  dry_run: boolean
  account_id: string | undefined
}

/** Reads the page through its content system, and writes what is to be changed unless it is a dry run. */
export async function deploy(ctx: TenantContext, deploy_mode: Cms, asked: Asked) {
  const { app, principal: owner } = ctx
  const { site_id, url, dry_run } = asked
  const account = await accountFor(app, owner, deploy_mode, asked)
  const page = await findPage(account, asked)
  const diff = diffOf(asked.changes, page.values)
  const { before, after } = changedValues(diff)
  const { account_id } = account
  const { simulated } = app.providers[owner.mode]
  const about = { url, deploy_mode, dry_run, account_id, diff, snippet: null, instructions: null, simulated }
  if (dry_run || Object.keys(after).length === 0)
    return reply.ok({ ...about, applied: false, rollback_id: null })
  const id = newId('chg')
  const target = page.ref
  await insertChange(ctx.db, owner, { id, site_id, url, deploy_mode, account_id, target, before, after })
  const saved = await writePage(account, page, after).catch(async (error: unknown) => {
    // A refusal changed nothing. After any other failure the page may be changed, and the record stays.
    if (!(error instanceof ApiError) || error.status >= 500) throw inDoubt(error, id)
    await removeChange(ctx.db, owner, id)
    throw error
  })
  return ctx.commit(async (tx) => {
    await markApplied(tx, owner, id, valuesOfTypes(saved, after))
    return reply.ok({ ...about, applied: true, rollback_id: id })
  })
}

/** Without its id nobody could take back what may have been written. */
function inDoubt(error: unknown, id: string): unknown {
  if (!(error instanceof ApiError)) return error
  const fix_hint = `The page may have been changed: POST /v1/onpage/rollback with ${id} puts it back. Then retry.`
  return fail(error.code, error.message, { ...error.details, fix_hint })
}
