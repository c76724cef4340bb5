import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { microsToUsd, Tier } from '../../kernel/plans.ts'
import { currentPeriod } from './store.ts'

const Usage = z
  .object({
    period_start: z.string().describe('The first of the month, UTC.'),
    period_end: z.string().describe('When the period resets.'),
    tier: Tier,
    actions_used: z.int(),
    actions_limit: z.int(),
    agent_runs_used: z.int(),
    agent_runs_limit: z.int(),
    workflows_used: z.int(),
    workflows_limit: z.int(),
    cost_usd_period: z.number().describe('Metered cost this period, overage charges included.'),
    overage_charges_usd: z.number().describe('The part of it that lies beyond the included quota.'),
    held_usd: z.number().describe('Set aside for runs under way whose cost is not known yet.'),
    spend_cap_usd: z.number().describe('Nothing is admitted that could take cost and holds past this.'),
  })
  .meta({ id: 'Usage' })

export default operation({
  id: 'usage.get',
  route: 'GET /usage',
  summary: 'Read this month’s usage',
  description:
    'Counts and cost of the current calendar month (UTC) beside the limits. A test key reads its own test meter.',
  scope: 'usage:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: Usage },
  errors: {},
  example: {
    input: {},
    output: {
      period_start: '2026-11-01T00:00:00.000Z',
      period_end: '2026-12-01T00:00:00.000Z',
      tier: 'free',
      actions_used: 12,
      actions_limit: 1000,
      agent_runs_used: 1,
      agent_runs_limit: 5,
      workflows_used: 0,
      workflows_limit: 0,
      cost_usd_period: 0.137,
      overage_charges_usd: 0,
      held_usd: 0,
      spend_cap_usd: 25,
    },
  },
  async handle(ctx) {
    const { tenant_id, mode, tier, limits } = ctx.principal
    const at = await currentPeriod(ctx.db, tenant_id, mode)
    return reply.ok({
      period_start: at.period_start,
      period_end: at.period_end,
      tier,
      actions_used: at.actions,
      actions_limit: limits.actions,
      agent_runs_used: at.agent_runs,
      agent_runs_limit: limits.agent_runs,
      workflows_used: at.workflow_runs,
      workflows_limit: limits.workflow_runs,
      cost_usd_period: microsToUsd(at.cost_micros + at.overage_micros),
      overage_charges_usd: microsToUsd(at.overage_micros),
      held_usd: microsToUsd(at.held_micros),
      spend_cap_usd: microsToUsd(limits.spend_cap_micros),
    })
  },
})
