import { z } from 'zod'
import { MAX_ANSWERS, MAX_QUERIES, MAX_REPEATS, PlatformName } from './scan-input.ts'

const Design = z
  .object({
    queries: z.int(),
    repeats: z.int(),
    platforms: z.array(z.string()),
    answers: z.int(),
    expected_half_width: z.object({
      market: z.number(),
      panel: z.number(),
      market_per_platform: z.number(),
    }),
    grade: z.enum(['exploratory', 'directional', 'decision']),
    power: z.object({
      change: z.number(),
      power: z.number().describe('Chance to see such a change between two scans.'),
      detectable_change: z.number().describe('The change that two such scans see four times in five.'),
    }),
    cost_usd: z.number().describe('At the usual price of an answer.'),
  })
  .meta({ id: 'AeoPlanDesign' })

export const Plan = z.object({
  feasible: z.boolean(),
  reason: z.enum(['target_out_of_reach', 'budget_too_small', 'no_platform']).nullable(),
  recommended: Design.nullable(),
  alternatives: z.array(Design),
  assumptions: z.object({
    expected_rate: z.number(),
    prompt_correlation: z.number(),
    confidence: z.number(),
    max_queries: z.int(),
    max_repeats: z.int(),
    max_answers: z.int().describe('Questions × repeats × platforms of one scan.'),
  }),
  unavailable: z.array(PlatformName).describe('Asked for, but not configured on this installation.'),
})

const designExample = {
  queries: 68,
  repeats: 1,
  platforms: ['chatgpt', 'perplexity'],
  answers: 136,
  expected_half_width: { market: 0.1, panel: 0.06, market_per_platform: 0.11 },
  grade: 'directional',
  power: { change: 0.1, power: 0.75, detectable_change: 0.11 },
  cost_usd: 5.44,
} as const

export const planExample = {
  feasible: true,
  reason: null,
  recommended: designExample,
  alternatives: [],
  assumptions: {
    expected_rate: 0.3,
    prompt_correlation: 0.45,
    confidence: 0.95,
    max_queries: MAX_QUERIES,
    max_repeats: MAX_REPEATS,
    max_answers: MAX_ANSWERS,
  },
  unavailable: [],
} as const
