import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { scanExample } from './examples.ts'
import { analyseScan, chooseScan } from './reads.ts'
import { BrandName, PlatformName } from './scan-input.ts'
import { Blindspot, presentScan, ScanRef } from './schemas.ts'

export default operation({
  id: 'aeo.blindspots',
  route: 'GET /aeo/blindspots',
  summary: 'Read where the brand is as good as absent',
  description:
    'A blindspot is a platform and an intent with at least ten answers whose interval for visibility ends below 10 %. From the newest scan of the brand, or scan_id. Before the first scan, scan is null and the list empty.',
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
  output: { 200: z.object({ scan: ScanRef.nullable(), blindspots: z.array(Blindspot) }) },
  errors: {},
  example: {
    input: {},
    output: {
      scan: scanExample,
      blindspots: [
        { platform: 'deepseek', intent: 'commercial', n: 40, visibility: 0, ci_panel: [0, 0.088] },
      ],
    },
  },
  async handle(ctx, input) {
    const scan = await chooseScan(ctx, input)
    if (scan === null) return reply.ok({ scan: null, blindspots: [] })
    const { blindspots } = await analyseScan(ctx, scan, input.platform)
    return reply.ok({ scan: presentScan(scan), blindspots })
  },
})
