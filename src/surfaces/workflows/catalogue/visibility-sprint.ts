import { z } from 'zod'
import competitorGap from '../../../agents/catalogue/competitor-gap.ts'
import contentBrief from '../../../agents/catalogue/content-brief.ts'
import faqWriter from '../../../agents/catalogue/faq-writer.ts'
import { Audience, FactsGiven, Language, line } from '../../../agents/fields.ts'
import { PLATFORMS } from '../../../providers/contract.ts'
import { workflow } from '../declare.ts'
import { MOST_QUERIES, scanCeiling, scanner } from '../scanner.ts'

const MOST_BRIEFS = 2

const Input = z.object({
  brand: line(100).regex(/[\p{L}\p{N}]/u, 'needs a letter or a digit'),
  brand_summary: line(1_000).describe('What the brand offers, to whom, and what it is known for.'),
  queries: z
    .array(line(300))
    .min(1)
    .max(MOST_QUERIES)
    .describe('Questions as a buyer would ask an AI assistant.'),
  competitors: z.array(line(100)).min(1).max(5),
  platforms: z
    .array(z.enum(PLATFORMS))
    .min(1)
    .max(PLATFORMS.length)
    .optional()
    .describe('All eight when left out.'),
  domains: z.array(line(253)).max(10).default([]).describe('Your own domains, without protocol.'),
  facts: FactsGiven.describe('What new content may claim. At least one.'),
  audience: Audience,
  language: Language,
})

/** Queries where others were named and the brand was not, most telling first, with who was named. */
function missedQueries(scans: ReturnType<typeof scanner.read>[]): { query: string; named: string[] }[] {
  const found = new Map<string, Set<string>>()
  for (const { query, competitors } of scans.flatMap(({ gaps }) => gaps)) {
    if (query === undefined) continue
    const named = found.get(query) ?? new Set()
    for (const name of competitors) named.add(name)
    found.set(query, named)
  }
  return [...found].map(([query, named]) => ({ query, named: [...named].slice(0, 20) }))
}

export default workflow({
  name: 'visibility-sprint',
  title: 'Visibility sprint',
  description:
    'Scans AI answer engines, works out why competitors are named where you are not, and prepares the fixes: briefs and FAQs for the questions you miss.',
  input: Input,
  steps: (then) => [
    then(
      scanner,
      1,
      (input) => [
        {
          brand: input.brand,
          queries: input.queries,
          competitors: input.competitors,
          domains: input.domains,
          ...(input.platforms === undefined ? {} : { platforms: input.platforms }),
        },
      ],
      { each: scanCeiling },
    ),
    then(competitorGap, 1, (input, done) => [
      {
        brand: input.brand,
        brand_summary: input.brand_summary,
        facts: input.facts,
        competitors: input.competitors.map((name) => ({ name })),
        evidence: missedQueries(done.of(scanner)).slice(0, 30),
        goal: 'to be named by AI answer engines',
        language: input.language,
      },
    ]),
    // Where nothing is missed, the questions themselves are worth defending.
    then(
      contentBrief,
      MOST_BRIEFS,
      (input, done) => {
        const missed = missedQueries(done.of(scanner)).map(({ query }) => query)
        return (missed.length === 0 ? input.queries : missed).slice(0, MOST_BRIEFS).map((query) => ({
          topic: query.slice(0, 200),
          primary_keyword: query.slice(0, 100),
          brand: input.brand,
          audience: input.audience,
          facts: input.facts,
          language: input.language,
        }))
      },
      { times: (input) => input.queries.length },
    ),
    then(faqWriter, 1, (input, done) => [
      {
        topic: input.brand,
        brand: input.brand,
        questions: done.of(contentBrief).flatMap((brief) => brief.questions.slice(0, 3)),
        facts: input.facts,
        count: 6,
        audience: input.audience,
        language: input.language,
      },
    ]),
  ],
  example: {
    brand: 'Acme Coffee',
    brand_summary: 'Small-batch roaster that ships whole beans to homes and offices.',
    queries: ['best coffee subscription', 'best office coffee delivery'],
    competitors: ['Globex', 'Initech'],
    domains: ['acme.com'],
    facts: ['A subscription can be paused online.', 'Parcels leave on Mondays and Thursdays.'],
  },
})
