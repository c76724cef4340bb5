import { z } from 'zod'

const Compared = z
  .object({
    platform: z.string().nullable().describe('Null for all platforms together.'),
    metric: z.enum(['visibility', 'citation_rate']),
    before: z.number().nullable(),
    after: z.number().nullable(),
    difference: z.number().nullable(),
    ci: z.tuple([z.number(), z.number()]).nullable().describe('95 % interval of the difference.'),
    p_value: z.number().nullable(),
    q_value: z.number().nullable().describe('After false-discovery control over all comparisons.'),
    prompts: z.int(),
    pairs: z.int(),
    verdict: z
      .enum(['moved', 'within_noise', 'model_changed', 'insufficient'])
      .describe('insufficient: fewer than five common questions.'),
  })
  .meta({ id: 'AeoCompared' })

export const Comparison = z.object({
  overall: z.array(Compared),
  by_platform: z.array(Compared),
  common_pairs: z.int(),
  unpaired: z.int().describe('Question and platform pairs that only one of the scans measured.'),
  model_changes: z.array(
    z.object({ platform: z.string(), before: z.array(z.string()), after: z.array(z.string()) }),
  ),
})

export const comparisonExample = {
  overall: [
    {
      platform: null,
      metric: 'visibility',
      before: 0.31,
      after: 0.4,
      difference: 0.09,
      ci: [-0.02, 0.2],
      p_value: 0.1,
      q_value: 0.21,
      prompts: 20,
      pairs: 40,
      verdict: 'within_noise',
    },
  ],
  by_platform: [],
  common_pairs: 40,
  unpaired: 0,
  model_changes: [],
} as const
