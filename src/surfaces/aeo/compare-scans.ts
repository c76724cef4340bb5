import { z } from 'zod'
import type { TenantContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Comparison, comparisonExample } from './comparison.ts'
import { scanExample } from './examples.ts'
import { outcomesAs, samePlace, scanOr404 } from './reads.ts'
import { rounded } from './rounded.ts'
import { brandKey } from './scan-input.ts'
import { presentScan, ScanRef } from './schemas.ts'
import { compareScans } from './stats/index.ts'
import { completedScans, type ScanRow } from './store.ts'

/** The scan named, or the one before of the same brand in the same world, place and language. */
async function other(ctx: TenantContext, scan: ScanRow, id: string | undefined): Promise<ScanRow> {
  if (id !== undefined) return scanOr404(ctx, id)
  const like = { brand: scan.brand.name, before: scan, like: scan }
  const [previous] = await completedScans(ctx.db, scan, like, 1)
  if (previous !== undefined) return previous
  throw fail('not_found', 'There is no earlier scan of this brand to compare with.', {
    fix_hint: 'Scan the same questions again later, or name another scan in `with`.',
  })
}

function refuseUnlike(one: ScanRow, two: ScanRow): void {
  if (one.id === two.id) throw fail('conflict', 'A scan cannot be compared with itself.')
  if (one.simulated !== two.simulated)
    throw fail('conflict', 'One of these scans is simulated and the other is not.')
  // Other buyers get other answers: a difference between places would be taken for a change of the brand.
  if (!samePlace(one, two))
    throw fail('conflict', 'These scans were asked from different places or in different languages.')
  if (brandKey(one.brand.name) !== brandKey(two.brand.name))
    throw fail('conflict', 'These scans are about different brands.')
}

export default operation({
  id: 'aeo.compare-scans',
  route: 'GET /aeo/scans/{id}/compare',
  summary: 'Compare a scan with an earlier one',
  description:
    'Paired question by question, with false-discovery control over all comparisons. moved is said only when noise would rarely look like it; a platform that served another model is set apart as model_changed. The later scan of the two is `after`.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    with: z
      .string()
      .max(80)
      .optional()
      .describe('Left out: the scan of the same brand, place and language before this one.'),
  }),
  output: { 200: z.object({ before: ScanRef, after: ScanRef, ...Comparison.shape }) },
  errors: {
    conflict:
      'The scans are about different brands, places or languages, one is simulated, or they are the same one.',
  },
  example: {
    input: { id: scanExample.id },
    output: {
      before: { ...scanExample, id: 'run_019a7fac67f07a1a8c40e96b0d1c2b3a' },
      after: scanExample,
      ...comparisonExample,
    },
  },
  async handle(ctx, input) {
    const scan = await scanOr404(ctx, input.id)
    const found = await other(ctx, scan, input.with)
    refuseUnlike(scan, found)
    const [before, after] = found.created_at <= scan.created_at ? [found, scan] : [scan, found]
    // Both are read with the later scan's names, so that a new alias is not taken for a change.
    const [was, is] = [await outcomesAs(ctx, before, after), await outcomesAs(ctx, after, after)]
    const compared = rounded(compareScans(was, is, after))
    return reply.ok({ before: presentScan(before), after: presentScan(after), ...compared })
  },
})
