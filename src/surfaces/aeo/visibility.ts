import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { Comparison, comparisonExample } from './comparison.ts'
import { pointExample } from './examples.ts'
import { readHistory, samePlace, worldOf } from './reads.ts'
import { rounded } from './rounded.ts'
import { BrandName, PlatformName } from './scan-input.ts'
import { Warnings } from './schemas.ts'
import { compareScans, volatilityOf } from './stats/index.ts'
import { completedScans } from './store.ts'
import { Point, pointsOf } from './trend.ts'

export default operation({
  id: 'aeo.visibility',
  route: 'GET /aeo/visibility',
  summary: 'Read how visibility has moved from scan to scan',
  description:
    'One point a scan, oldest first, each with its intervals, and whether the last step is more than noise. All scans are read with the names of the newest, which share_of_voice_of lists. Points whose basis differs from the newest rest on other questions or platforms and are not comparable with it. Before the first scan the list is empty.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    brand: BrandName.optional().describe('Left out: the brand of the newest scan.'),
    platform: PlatformName.optional(),
    days: z.int().min(1).max(3_650).optional().describe('Only scans of the last days.'),
    limit: z.int().min(1).max(100).default(20).describe('The newest so many scans.'),
  }),
  output: {
    200: z.object({
      brand: z.string().nullable(),
      share_of_voice_of: z
        .array(z.string())
        .describe('The competitors of the newest scan: every point’s share of voice is against these.'),
      points: z.array(Point),
      warnings: Warnings,
      last_step: Comparison.nullable().describe(
        'The newest scan against the one before it from the same place in the same language.',
      ),
      volatility: z
        .object({ value: z.number().nullable(), pairs: z.int() })
        .describe('How much cited domains change from scan to scan: 0 not at all, 1 completely.'),
    }),
  },
  errors: {},
  example: {
    input: { limit: 20 },
    output: {
      brand: 'Acme',
      share_of_voice_of: ['Globex'],
      points: [pointExample],
      warnings: [],
      last_step: comparisonExample,
      volatility: { value: 0.42, pairs: 40 },
    },
  },
  async handle(ctx, input) {
    const of = { brand: input.brand ?? null, platform: input.platform ?? null, days: input.days ?? null }
    const [newest] = await completedScans(ctx.db, worldOf(ctx), of, 1)
    if (newest === undefined)
      return reply.ok({
        brand: input.brand ?? null,
        share_of_voice_of: [],
        points: [],
        warnings: [],
        last_step: null,
        volatility: { value: null, pairs: 0 },
      })
    const found = await completedScans(ctx.db, newest, { ...of, brand: newest.brand.name }, input.limit)
    const read = (await readHistory(ctx, found, newest, input.platform)).reverse()
    const alike = read.filter(({ scan }) => samePlace(scan, newest))
    const [before, after] = [alike.at(-2), alike.at(-1)]
    return reply.ok({
      brand: newest.brand.name,
      share_of_voice_of: newest.competitors.map(({ name }) => name),
      ...pointsOf(read, newest),
      last_step:
        before === undefined || after === undefined
          ? null
          : rounded(compareScans(before.answers, after.answers, newest)),
      volatility: rounded(volatilityOf(alike.map(({ answers }) => answers))),
    })
  },
})
