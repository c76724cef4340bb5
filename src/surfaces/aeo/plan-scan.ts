import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { PLATFORMS } from '../../providers/contract.ts'
import { usualMicros } from '../../providers/engines/answer-prices.ts'
import { loadOutcomes } from './answer-store.ts'
import { Plan, planExample } from './plan.ts'
import { chooseScan } from './reads.ts'
import { rounded } from './rounded.ts'
import { BrandName, MAX_ANSWERS, MAX_QUERIES, MAX_REPEATS, PlatformName } from './scan-input.ts'
import { analyse, planScan } from './stats/index.ts'

export default operation({
  id: 'aeo.plan-scan',
  route: 'POST /aeo/scan/plan',
  summary: 'Plan a scan before money is spent',
  description:
    'How many questions, repeats and platforms reach a wished half-width of the market interval, or what a budget buys, with power and cost. With a brand that has been scanned, its own visibility is the expected rate. Starts nothing.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z
    .object({
      target_half_width: z.number().min(0.01).max(0.5).optional().describe('0.1 means ± 10 points.'),
      budget_usd: z.number().positive().max(1_000_000).optional(),
      platforms: z.array(PlatformName).min(1).max(16).optional(),
      brand: BrandName.optional(),
      expected_rate: z.number().gt(0).lt(1).optional(),
      change: z.number().gt(0).lt(1).default(0.1).describe('The change between two scans one wants to see.'),
    })
    .refine(
      (wish) => wish.target_half_width !== undefined || wish.budget_usd !== undefined,
      'give target_half_width, budget_usd or both',
    ),
  output: { 200: Plan },
  errors: {},
  example: {
    input: { target_half_width: 0.1, platforms: ['chatgpt', 'perplexity'] },
    output: planExample,
  },
  async handle(ctx, { platforms, brand, expected_rate, ...wish }) {
    const { engines } = ctx.app.providers[ctx.principal.mode]
    const asked = PLATFORMS.filter((platform) => platforms?.includes(platform) ?? true)
    const scan = brand === undefined ? null : await chooseScan(ctx, { brand })
    const measured =
      scan === null ? null : analyse({ ...scan, answers: await loadOutcomes(ctx.db, scan) }).summary
    // A rate of 0 or 1 would promise certainty that one scan does not give.
    const known = measured?.visibility.point
    const rate =
      expected_rate ?? (known === null || known === undefined ? null : Math.min(0.95, Math.max(0.05, known)))
    const plan = planScan({
      ...(wish.target_half_width === undefined ? {} : { target_half_width: wish.target_half_width }),
      ...(wish.budget_usd === undefined ? {} : { budget_usd: wish.budget_usd }),
      ...(rate === null ? {} : { expected_rate: rate }),
      change: wish.change,
      max_queries: MAX_QUERIES,
      max_repeats: MAX_REPEATS,
      max_answers: MAX_ANSWERS,
      platforms: asked
        .filter((platform) => engines[platform] !== undefined)
        .map((platform) => ({ platform, cost_usd: microsToUsd(usualMicros(platform)) })),
    })
    const unavailable = asked.filter((platform) => engines[platform] === undefined)
    return reply.ok({ ...rounded(plan), unavailable })
  },
})
