import { urlBelongsTo } from '../../kernel/domain.ts'
import { ApiError, fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { accountFor, findPage, writePage } from './cms.ts'
import { changedValues, diffOf, instructionsFor, snippetFor } from './rules.ts'
import { Applied, ApplyInput, appliedExample, unwired } from './schemas.ts'
import { findDomain, insertChange, moveChange, removeChange } from './store.ts'

export default operation({
  id: 'onpage.apply',
  route: 'POST /onpage/apply',
  summary: 'Change a page’s title, description, structured data or canonical address',
  description:
    'wordpress and webflow write through the connected account and can be rolled back; js_snippet returns code to paste, manual returns instructions.',
  scope: 'onpage:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: unwired,
  input: ApplyInput,
  output: { 200: Applied },
  errors: {
    deploy_mode_not_wired: 'cf_worker and owned_source are not live yet.',
    account_not_connected: 'No account of that system is connected for this site.',
    provider_failed: 'The content system did not answer. Nothing is charged.',
  },
  example: {
    input: {
      site_id: 'site_019a84d2c3f17c25b8d2e4f60718293a',
      url: 'https://blog.acme.com/crm',
      deploy_mode: 'wordpress',
      changes: [{ type: 'title', value: 'The Acme CRM' }],
    },
    output: appliedExample,
  },
  async handle(ctx, { site_id, url, deploy_mode, changes, dry_run }) {
    const { app, principal: owner } = ctx
    const site = await findDomain(ctx.db, owner, site_id)
    if (site === null) throw fail('not_found', 'No such site.')
    if (!urlBelongsTo(url, site.domain)) throw fail('validation_failed', `url: must be on ${site.domain}`)
    const simulated = app.providers[owner.mode].simulated
    const common = {
      url,
      dry_run,
      applied: false,
      rollback_id: null,
      snippet: null,
      instructions: null,
      simulated,
    }
    if (deploy_mode === 'js_snippet' || deploy_mode === 'manual') {
      const snippet = deploy_mode === 'js_snippet' ? snippetFor(changes) : null
      const instructions = deploy_mode === 'manual' ? instructionsFor(changes) : null
      return reply.ok({ ...common, deploy_mode, diff: diffOf(changes, null), snippet, instructions })
    }
    if (deploy_mode !== 'wordpress' && deploy_mode !== 'webflow')
      throw fail('deploy_mode_not_wired', `The deploy mode ${deploy_mode} is not live yet.`)
    const account_id = await accountFor(app, owner, deploy_mode)
    const page = await findPage(app, owner, deploy_mode, account_id, site.domain, url)
    const diff = diffOf(changes, page.values)
    const { before, after } = changedValues(diff)
    if (dry_run || Object.keys(after).length === 0) return reply.ok({ ...common, deploy_mode, diff })
    const id = newId('chg')
    await insertChange(ctx.db, owner, {
      id,
      site_id,
      url,
      deploy_mode,
      account_id,
      target: page.ref,
      before,
      after,
    })
    try {
      await writePage(app, owner, deploy_mode, account_id, page, after)
    } catch (error) {
      // A refusal changed nothing. After any other failure the page may be changed, and the record stays.
      if (error instanceof ApiError && error.status < 500) await removeChange(ctx.db, owner, id)
      throw error
    }
    return ctx.commit(async (tx) => {
      await moveChange(tx, owner, id, ['applying'], 'applied')
      return reply.ok({ ...common, deploy_mode, diff, applied: true, rollback_id: id })
    })
  },
})
