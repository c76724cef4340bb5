import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { Comparison, comparisonExample } from './comparison.ts'
import { rateExample, scanExample } from './examples.ts'
import { readHistory, worldOf } from './reads.ts'
import { BrandName, PlatformName } from './scan-input.ts'
import { presentScan, Rate, ScanRef } from './schemas.ts'
import { analyse, compareScans, volatilityOf } from './stats/index.ts'
import { completedScans } from './store.ts'

const Point = z.object({
  scan: ScanRef,
  visibility: Rate,
  citation_rate: Rate,
  share_of_voice: Rate.nullable(),
})

export default operation({
  id: 'aeo.visibility',
  route: 'GET /aeo/visibility',
  summary: 'Read how visibility has moved from scan to scan',
  description:
    'One point a scan, oldest first, each with its intervals, and whether the last step is more than noise. All scans are read with the names of the newest. Before the first scan the list is empty.',
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
      points: z.array(Point),
      last_step: Comparison.nullable().describe('The newest scan against the one before it.'),
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
      points: [
        { scan: scanExample, visibility: rateExample, citation_rate: rateExample, share_of_voice: null },
      ],
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
        points: [],
        last_step: null,
        volatility: { value: null, pairs: 0 },
      })
    const found = await completedScans(ctx.db, newest, { ...of, brand: newest.brand.name }, input.limit)
    const read = (await readHistory(ctx, found, newest, input.platform)).reverse()
    const [before, after] = [read.at(-2), read.at(-1)]
    return reply.ok({
      brand: newest.brand.name,
      points: read.map(({ scan, answers }) => {
        const { visibility, citation_rate, intervals } = analyse({ ...newest, answers }).summary
        return {
          scan: presentScan(scan),
          visibility,
          citation_rate,
          share_of_voice: intervals.share_of_voice,
        }
      }),
      last_step:
        before === undefined || after === undefined
          ? null
          : compareScans(before.answers, after.answers, newest),
      volatility: volatilityOf(read.map(({ answers }) => answers)),
    })
  },
})
