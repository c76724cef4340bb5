import { z } from 'zod'
import { findTenant } from '../../accounts/store.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { PLATFORMS } from '../../providers/contract.ts'
import { mostMicros } from '../../providers/engines/answer-prices.ts'
import { startRun } from '../../runs/start.ts'
import { SCANNER } from './scan.task.ts'
import { decideScan, PlatformName, ScanInput } from './scan-input.ts'
import { saveScan } from './store.ts'

const ScanAccepted = z
  .object({
    run_id: z.string().describe('The run, and the id of the scan under /aeo/scans.'),
    status: z.literal('queued'),
    agent_name: z.literal(SCANNER),
    platforms: z.array(PlatformName).describe('The platforms that will be scanned.'),
    query_count: z.int().describe('Number of queries submitted.'),
    poll_url: z.string(),
  })
  .meta({ id: 'ScanAccepted' })

export default operation({
  id: 'aeo.scan',
  route: 'POST /aeo/scan',
  summary: 'Scan how AI answer engines mention a brand',
  description:
    'Asks every platform every question in the background and keeps the raw answers. Aliases, domains and competitors left out come from the tenant’s brand profile when the brand is the tenant’s own. A query that is given twice is asked once. The most it can cost is held until it ends.',
  scope: 'aeo:scan',
  meter: 'agent_run',
  hold: (input) => mostMicros(decideScan(input, null)),
  rate: null,
  idempotent: true,
  live: true,
  input: ScanInput,
  output: { 202: ScanAccepted },
  errors: {},
  example: {
    input: {
      brand: 'Acme',
      queries: ['best crm for small business', 'which crm is easiest to learn'],
      competitors: ['Globex', { name: 'Initech', domains: ['initech.com'] }],
      domains: ['acme.com'],
    },
    output: {
      run_id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      status: 'queued',
      agent_name: SCANNER,
      platforms: [...PLATFORMS],
      query_count: 2,
      poll_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
    },
  },
  async handle(ctx, input) {
    const { tenant_id, mode } = ctx.principal
    const plan = decideScan(input, await findTenant(ctx.db, tenant_id))
    const { simulated } = ctx.app.providers[mode]
    return ctx.commit(async (tx) => {
      const run = await startRun(tx, ctx, { kind: 'agent', agent_name: SCANNER, input })
      await saveScan(tx, { tenant_id, mode, simulated }, run.id, plan)
      return reply.accepted({
        run_id: run.id,
        status: 'queued' as const,
        agent_name: SCANNER,
        platforms: plan.platforms,
        query_count: input.queries.length,
        poll_url: `/v1/agents/runs/${run.id}`,
      })
    })
  },
})
