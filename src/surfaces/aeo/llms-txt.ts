import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { describe, leftOut } from './describe.ts'
import { LlmsSections, problemsOfLlmsTxt, renderLlmsTxt, textUpTo } from './llms-txt-format.ts'
import { BrandName } from './scan-input.ts'
import { writerOf } from './wording.ts'

const UPTAKE =
  'Few answer engines are known to read llms.txt today. It costs little, but visible effects should not be expected from it alone.'

export default operation({
  id: 'aeo.llms-txt',
  route: 'POST /aeo/llms-txt',
  summary: 'Generate an llms.txt',
  description:
    'In the format of llmstxt.org, from supplied names and links, and checked against that format. A missing summary is worded from details and links. The response says how weak the engines’ uptake is.',
  scope: 'aeo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    name: BrandName.describe('The H1: the name of the site or product.'),
    summary: textUpTo(500).optional(),
    details: z.array(textUpTo(1_000)).max(20).default([]).describe('Paragraphs without headings.'),
    sections: LlmsSections,
    describe: z.boolean().default(true).describe('Whether a missing summary is worded from the facts.'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
      .max(35)
      .optional(),
  }),
  output: {
    200: z.object({
      llms_txt: z.string(),
      missing_fields: z.array(z.string()),
      warnings: z.array(z.string()),
      uptake: z.string().describe('What to expect of it.'),
      simulated: z.boolean().describe('True when the sandbox worded the summary.'),
    }),
  },
  errors: {
    llm_unconfigured: 'A summary is to be worded and no text generator is configured.',
    provider_failed: 'The text generator failed, or answered in a form that cannot be used.',
  },
  example: {
    input: {
      name: 'Acme',
      details: ['Acme is a CRM for small teams.'],
      sections: [{ title: 'Docs', links: [{ name: 'Quick start', url: 'https://acme.com/docs' }] }],
    },
    output: {
      llms_txt:
        '# Acme\n\n> A CRM for small teams.\n\nAcme is a CRM for small teams.\n\n## Docs\n\n- [Quick start](https://acme.com/docs)\n',
      missing_fields: [],
      warnings: [],
      uptake: UPTAKE,
      simulated: false,
    },
  },
  async handle(ctx, { describe: wanted, language, summary: given, ...site }) {
    const links = site.sections.flatMap((section) => section.links)
    const facts = [site.name, ...site.details, ...links.flatMap(({ name, notes }) => [name, notes ?? ''])]
    let summary = given ?? null
    let simulated = false
    const warnings: string[] = []
    // A name alone is nothing to write about.
    if (summary === null && wanted && facts.length > 1) {
      const llm = writerOf(ctx, 'Pass a summary, or describe: false to go without one.')
      const found = await describe(llm, { shown: facts, facts }, language)
      simulated = llm.simulated
      summary = found.description
      if (summary === null) warnings.push(leftOut(found.invented))
    }
    const llms_txt = renderLlmsTxt({ ...site, summary })
    const problems = problemsOfLlmsTxt(llms_txt)
    if (problems.length > 0) throw new Error(`an llms.txt of ours is not valid: ${problems.join('; ')}`)
    const missing_fields = [
      ...(summary === null ? ['summary'] : []),
      ...(links.length === 0 ? ['sections'] : []),
    ]
    return reply.ok({ llms_txt, missing_fields, warnings, uptake: UPTAKE, simulated })
  },
})
