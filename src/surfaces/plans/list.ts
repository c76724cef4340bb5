import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { microsToUsd, OVERAGE_MICROS, TIERS, Tier } from '../../kernel/plans.ts'

const Plan = z
  .object({
    tier: Tier,
    actions_per_month: z.int(),
    agent_runs_per_month: z.int(),
    workflow_runs_per_month: z.int(),
    spend_cap_usd: z.number(),
    requests_per_minute: z
      .int()
      .describe('In the rate-limited groups only; nothing else is limited per minute.'),
    custom: z
      .boolean()
      .describe('The operator sets the limits of each such tenant; these are where it starts.'),
  })
  .meta({ id: 'Plan' })

const overage = {
  action_usd: microsToUsd(OVERAGE_MICROS.action),
  agent_run_usd: microsToUsd(OVERAGE_MICROS.agent_run),
  workflow_run_usd: microsToUsd(OVERAGE_MICROS.workflow_run),
}

export default operation({
  id: 'plans.list',
  route: 'GET /plans',
  summary: 'List the tiers',
  description: 'What each tier includes a month, and the rates where a plan allows usage beyond it.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: {
    200: z.object({
      plans: z.array(Plan),
      overage: z.object({ action_usd: z.number(), agent_run_usd: z.number(), workflow_run_usd: z.number() }),
    }),
  },
  errors: {},
  example: {
    input: {},
    output: {
      plans: [
        {
          tier: 'free',
          actions_per_month: 1000,
          agent_runs_per_month: 5,
          workflow_runs_per_month: 0,
          spend_cap_usd: 25,
          requests_per_minute: 30,
          custom: false,
        },
      ],
      overage,
    },
  },
  async handle(ctx) {
    const plans = TIERS.map((tier) => {
      const limits = ctx.app.plans[tier]
      return {
        tier,
        actions_per_month: limits.actions,
        agent_runs_per_month: limits.agent_runs,
        workflow_runs_per_month: limits.workflow_runs,
        spend_cap_usd: microsToUsd(limits.spend_cap_micros),
        requests_per_minute: limits.requests_per_minute,
        custom: tier === 'enterprise',
      }
    })
    return reply.ok({ plans, overage })
  },
})
