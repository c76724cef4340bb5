import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { fixExample, scanExample } from './examples.ts'
import { FIX_INSTRUCTIONS, finishFixes, outreachFor, proposalsFor, wordingTask } from './fixes.ts'
import { analyseScan, chooseScan } from './reads.ts'
import { BrandName } from './scan-input.ts'
import { Fix, presentScan, ScanRef, SourceGap } from './schemas.ts'
import { canonicalFixes, llmsTxtFixes } from './site-fixes.ts'
import { worded, writerOf } from './wording.ts'

export default operation({
  id: 'aeo.auto-fixes',
  route: 'POST /aeo/auto-fixes',
  summary: 'Propose fixes for the gaps of a scan',
  description:
    'From the stored gaps of a scan, the best opportunity first, each ready for POST /onpage/apply. Texts are worded from the questions and the facts you give, and checked word by word: what they would invent is replaced by the plain facts or left out. Sources that only competitors appear in are listed as outreach. Without a scan the lists are empty.',
  scope: 'aeo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    brand: BrandName.optional().describe('Left out: the brand of the newest scan.'),
    scan_id: z.string().max(80).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional()
      .describe('The page to write for.'),
    facts: z.array(z.string().trim().min(1).max(500)).max(40).default([]).describe('What may be claimed.'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: {
    200: z.object({
      scan: ScanRef.nullable(),
      fixes: z.array(Fix),
      outreach: z.array(SourceGap).describe('Third-party sources that name competitors and never the brand.'),
      warnings: z.array(z.string()),
      simulated: z.boolean(),
    }),
  },
  errors: {
    llm_unconfigured: 'No text generator is configured.',
    provider_failed: 'The text generator failed, or answered in a form that cannot be used.',
  },
  example: {
    input: { facts: ['Acme is a CRM for small teams.'], limit: 10 },
    output: {
      scan: scanExample,
      fixes: [fixExample],
      outreach: [],
      warnings: [],
      simulated: true,
    },
  },
  async handle(ctx, input) {
    const llm = writerOf(ctx)
    const scan = await chooseScan(ctx, input)
    if (scan === null)
      return reply.ok({ scan: null, fixes: [], outreach: [], warnings: [], simulated: llm.simulated })
    const { gaps, answers } = await analyseScan(ctx, scan)
    const proposals = proposalsFor(gaps, input.limit)
    const task = wordingTask(scan, proposals, input.facts)
    const texts =
      task === null ? {} : await worded(llm, { instructions: FIX_INSTRUCTIONS, ...task, max_tokens: 4_000 })
    const { url = null, facts, limit } = input
    const { fixes, warnings } = finishFixes(scan, proposals, texts, { url, facts, answers })
    const siteWide = [...canonicalFixes(scan, answers), ...llmsTxtFixes(scan, gaps, answers, facts)]
    // Each kind gets room, so that a long list of questions does not hide what concerns the whole site.
    const own = fixes.slice(0, Math.max(1, limit - siteWide.length))
    return reply.ok({
      scan: presentScan(scan),
      fixes: [...own, ...siteWide].slice(0, limit),
      outreach: outreachFor(gaps, input.limit),
      warnings,
      simulated: scan.simulated || llm.simulated,
    })
  },
})
