import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { rateExample, scanExample } from './examples.ts'
import { analyseScan, chooseScan } from './reads.ts'
import { BrandName, PlatformName } from './scan-input.ts'
import { CompetitorShare, presentScan, Rate, ScanRef } from './schemas.ts'

export default operation({
  id: 'aeo.share-of-voice',
  route: 'GET /aeo/share-of-voice',
  summary: 'Read the brand’s share of voice against its competitors',
  description:
    'Own mentions over mentions of all tracked brands, on queries that do not name the brand. Null without competitors. From the newest scan of the brand, or scan_id. Before the first scan, scan is null.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    brand: BrandName.optional().describe('Left out: the brand of the newest scan.'),
    scan_id: z.string().max(80).optional(),
    platform: PlatformName.optional(),
  }),
  output: {
    200: z.object({
      scan: ScanRef.nullable(),
      share_of_voice: Rate.nullable(),
      competitors: z.array(CompetitorShare),
      by_platform: z.array(z.object({ platform: z.string(), share_of_voice: Rate.nullable() })),
    }),
  },
  errors: {},
  example: {
    input: {},
    output: {
      scan: scanExample,
      share_of_voice: rateExample,
      competitors: [{ name: 'Globex', mentions: 24, share: 0.6 }],
      by_platform: [{ platform: 'chatgpt', share_of_voice: rateExample }],
    },
  },
  async handle(ctx, input) {
    const scan = await chooseScan(ctx, input)
    if (scan === null) return reply.ok({ scan: null, share_of_voice: null, competitors: [], by_platform: [] })
    const { summary, competitors, by_platform } = await analyseScan(ctx, scan, input.platform)
    return reply.ok({
      scan: presentScan(scan),
      share_of_voice: summary.intervals.share_of_voice,
      competitors,
      by_platform: by_platform.map(({ platform, intervals }) => ({
        platform,
        share_of_voice: intervals.share_of_voice,
      })),
    })
  },
})
