import { urlBelongsTo } from '../../kernel/domain.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { deploy } from './deploy.ts'
import { instructionsFor, snippetFor, unreadDiff } from './rules.ts'
import { Applied, ApplyInput, appliedExample, unwired } from './schemas.ts'
import { findDomain } from './store.ts'

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
    conflict: 'Several connected accounts may serve the page: name one as account_id.',
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
  async handle(ctx, input) {
    const { site_id, url, deploy_mode, changes, dry_run, account_id } = input
    const { app, principal: owner } = ctx
    const site = await findDomain(ctx.db, owner, site_id)
    if (site === null) throw fail('not_found', 'No such site.')
    if (!urlBelongsTo(url, site.domain)) throw fail('validation_failed', `url: must be on ${site.domain}`)
    if (deploy_mode === 'wordpress' || deploy_mode === 'webflow') {
      const { domain } = site
      return deploy(ctx, deploy_mode, { site_id, domain, url, changes, dry_run, account_id })
    }
    if (deploy_mode !== 'js_snippet' && deploy_mode !== 'manual')
      throw fail('deploy_mode_not_wired', `The deploy mode ${deploy_mode} is not live yet.`)
    return reply.ok({
      url,
      deploy_mode,
      dry_run,
      account_id: null,
      applied: false,
      diff: unreadDiff(changes, deploy_mode),
      rollback_id: null,
      snippet: deploy_mode === 'js_snippet' ? snippetFor(changes) : null,
      instructions: deploy_mode === 'manual' ? instructionsFor(changes) : null,
      simulated: app.providers[owner.mode].simulated,
    })
  },
})
