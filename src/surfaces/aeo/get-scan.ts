import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { answersExample, coverageExample, gapExample, metricsExample, scanExample } from './examples.ts'
import { analyseScan, scanOr404 } from './reads.ts'
import { answersUrl, coverageOfScan, methodologyOf, warningsFor } from './scan-output.ts'
import {
  Blindspot,
  ByPlatform,
  ByQuery,
  CompetitorShare,
  Coverage,
  Gap,
  Methodology,
  presentScan,
  ScanRef,
  SourceRow,
  Summary,
  Warnings,
} from './schemas.ts'

const ScanResult = ScanRef.extend({
  methodology: Methodology,
  summary: Summary,
  by_platform: z.array(ByPlatform),
  by_query: z.array(ByQuery),
  competitors: z.array(CompetitorShare),
  sources: z.array(SourceRow),
  gaps: z.array(Gap),
  blindspots: z.array(Blindspot),
  coverage: Coverage,
  warnings: Warnings,
  answers_total: z.int(),
  answers_url: z.string().describe('The raw answers that all of this comes from.'),
}).meta({ id: 'AeoScanResult' })

export default operation({
  id: 'aeo.get-scan',
  route: 'GET /aeo/scans/{id}',
  summary: 'Read a scan, worked out again from its raw answers',
  description:
    'The id is the run_id of POST /aeo/scan. Uses the detector and the formulas of today, named in methodology. A scan under way shows what has come back so far.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 200: ScanResult },
  errors: {},
  example: {
    input: { id: scanExample.id },
    output: {
      ...scanExample,
      methodology: {
        version: '1.1.0',
        detector_version: '1.1.0',
        repeats: 1,
        surface: 'api',
        web_search: true,
        location: { country: 'US' },
        language: 'en',
      },
      summary: metricsExample,
      by_platform: [{ platform: 'chatgpt', ...metricsExample, answers: answersExample }],
      by_query: [],
      competitors: [{ name: 'Globex', mentions: 36, share: 0.69 }],
      sources: [{ domain: 'reddit.com', type: 'ugc', retrieved: 9, cited: 7 }],
      gaps: [gapExample],
      blindspots: [],
      coverage: coverageExample,
      warnings: [],
      answers_total: 40,
      answers_url: `/v1/aeo/scans/${scanExample.id}/answers`,
    },
  },
  async handle(ctx, input) {
    const scan = await scanOr404(ctx, input.id)
    const { answers, ...analysis } = await analyseScan(ctx, scan)
    return reply.ok({
      ...presentScan(scan),
      methodology: methodologyOf(scan),
      ...analysis,
      coverage: coverageOfScan(scan, answers),
      warnings: warningsFor(scan),
      answers_total: answers.length,
      answers_url: answersUrl(scan.id),
    })
  },
})
