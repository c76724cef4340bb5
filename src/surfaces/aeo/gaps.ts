import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { gapExample, scanExample } from './examples.ts'
import { analyseScan, chooseScan } from './reads.ts'
import { BrandName, PlatformName } from './scan-input.ts'
import { warningsFor } from './scan-output.ts'
import { Gap, presentScan, ScanRef, Warnings } from './schemas.ts'

export default operation({
  id: 'aeo.gaps',
  route: 'GET /aeo/gaps',
  summary: 'Read where competitors are named or cited and the brand is not',
  description:
    'From one scan: the newest of the brand, or scan_id. The best opportunity comes first, with the inputs of its score. Mention, citation and source gaps are kept apart. Before the first scan, scan is null and the list empty.',
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
    kind: z.enum(['mention', 'citation', 'source']).optional(),
    persistent: z.boolean().optional().describe('true: only gaps that three scans in a row have shown.'),
    limit: z.int().min(1).max(500).default(100),
  }),
  output: {
    200: z.object({
      scan: ScanRef.nullable(),
      gaps: z.array(Gap),
      total: z.int().describe('How many there are, of which the first are shown.'),
      warnings: Warnings,
    }),
  },
  errors: {},
  example: {
    input: { limit: 100 },
    output: { scan: scanExample, gaps: [gapExample], total: 1, warnings: [] },
  },
  async handle(ctx, input) {
    const scan = await chooseScan(ctx, input)
    if (scan === null) return reply.ok({ scan: null, gaps: [], total: 0, warnings: [] })
    const { gaps } = await analyseScan(ctx, scan)
    const wanted = gaps.filter(
      (gap) =>
        (input.kind === undefined || gap.kind === input.kind) &&
        (input.platform === undefined || (gap.kind !== 'source' && gap.platform === input.platform)) &&
        (input.persistent === undefined || gap.persistent === input.persistent),
    )
    return reply.ok({
      scan: presentScan(scan),
      gaps: wanted.slice(0, input.limit),
      total: wanted.length,
      warnings: warningsFor(scan),
    })
  },
})
