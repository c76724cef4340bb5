import { z } from 'zod'
import { agent } from '../declare.ts'
import { Facts, Language, Level, line, unique } from '../fields.ts'

const Input = z.object({
  brand: line(100).describe('Your brand.'),
  brand_summary: line(1_000).describe('What it offers, to whom, and what it is known for.'),
  facts: Facts,
  competitors: z
    .array(
      z.object({
        name: line(100),
        summary: line(1_000).optional().describe('What is known about them.'),
        topics: z.array(line(200)).max(40).default([]).describe('Pages, offers or claims of theirs.'),
      }),
    )
    .min(1)
    .max(5),
  evidence: z
    .array(
      z.object({
        query: line(300).describe('What was asked or searched.'),
        named: z.array(line(100)).max(20).describe('Who was named or ranked, best first.'),
      }),
    )
    .max(30)
    .default([])
    .describe('Where competitors were seen and the brand was not, such as the gaps of a scan.'),
  goal: line(300).optional().describe('What to win: more enquiries, a new market, a category.'),
  language: Language,
})

const gap = <N extends z.ZodType<string>>(competitor: N) =>
  z.object({
    gap: line(200).describe('What they have and the brand lacks, or does not show.'),
    competitor,
    evidence: line(300).describe('Where data shows it; "not shown in the data" if it is an inference.'),
    impact: Level,
    effort: Level,
    action: line(300).describe('The one thing to do about it, concrete enough to start on Monday.'),
  })

const answerFor = (names: readonly string[]) =>
  z.object({
    summary: line(600),
    gaps: z
      .array(gap(z.enum(names)))
      .min(1)
      .max(10),
    strengths: z
      .array(line(200))
      .min(1)
      .max(6)
      .describe('What the brand has and they lack; to be said louder.'),
    message: line(300).describe('One sentence that sets the brand apart, from the facts given.'),
    content_ideas: z.array(line(200)).min(1).max(8).describe('Pages that would close the gaps.'),
    unknowns: z.array(line(200)).max(8).describe('What would have to be found out to be sure.'),
  })

const RANK = { high: 0, medium: 1, low: 2 } as const

/** High impact for little effort first. */
function order(one: { impact: keyof typeof RANK; effort: keyof typeof RANK }): number {
  return RANK[one.impact] * 3 + (2 - RANK[one.effort])
}

export default agent({
  name: 'competitor-gap',
  title: 'Competitor gap',
  description:
    'What competitors offer, say or get cited for and you do not, with the evidence, ordered by impact against effort.',
  input: Input,
  output: answerFor(['']).extend({
    gaps: z.array(gap(z.string()).extend({ priority: z.int().describe('1 comes first.') })),
  }),
  max_tokens: 2_500,
  instructions: `You are a competitive analyst for a marketing team. Compare data.brand with data.competitors.
- A gap is something a customer would notice: an offer, proof, topic, place of visibility, or way of buying.
- Judge only by what data says of each side. Silence about the brand is a gap in what it shows, not proof that it lacks it: say so.
- data.evidence lists queries with the names that were given there. Queries without the brand are gaps of visibility; name the query.
- impact is the effect on data.goal (or on enquiries if no goal is given); effort is time and money for a small team.
- Do not disparage competitors and do not guess at their figures.`,
  answer: (input) => answerFor(unique(input.competitors.map(({ name }) => name))),
  finish: (_input, answer) => ({
    ...answer,
    gaps: [...answer.gaps]
      .sort((a, b) => order(a) - order(b))
      .map((one, at) => ({ ...one, priority: at + 1 })),
  }),
  example: {
    brand: 'Acme Coffee',
    brand_summary: 'Small-batch roaster that ships whole beans to homes and offices.',
    facts: ['Roasts to order twice a week.', 'No minimum term.'],
    competitors: [
      {
        name: 'Globex Coffee',
        summary: 'Large roaster with its own cafés.',
        topics: ['Office plans', 'Brewing guides'],
      },
      { name: 'Initech Beans', topics: ['Gift boxes', 'Compare all blends'] },
    ],
    evidence: [{ query: 'best coffee subscription for offices', named: ['Globex Coffee', 'Initech Beans'] }],
    goal: 'more office customers',
  },
})
