import { z } from 'zod'
import { agent } from '../declare.ts'
import { Audience, Facts, Language, line, slug, unique } from '../fields.ts'

const Intent = z.enum(['informational', 'commercial', 'transactional', 'navigational'])

const Input = z.object({
  topic: line(200).describe('What the page is about.'),
  primary_keyword: line(100)
    .optional()
    .describe('The query it should answer; chosen from the topic if left out.'),
  secondary_keywords: z.array(line(100)).max(20).default([]).describe('Related queries to cover.'),
  audience: Audience,
  intent: Intent.optional().describe('What searchers want; judged from the topic if left out.'),
  brand: line(100).optional().describe('Who publishes it.'),
  facts: Facts,
  competing_pages: z
    .array(z.object({ title: line(200), headings: z.array(line(200)).max(40).default([]) }))
    .max(5)
    .default([])
    .describe('What ranks or is cited today, so that the brief says something they do not.'),
  word_count: z.int().min(300).max(5_000).default(1_500).describe('Length of the finished page.'),
  language: Language,
})

const Answer = z.object({
  title: line(120).describe('The page’s heading.'),
  meta_title: line(60).describe('For search results; at most 60 characters.'),
  meta_description: z.string().min(70).max(155).describe('For search results; 70 to 155 characters.'),
  search_intent: Intent,
  audience: line(300),
  angle: line(400).describe('What this page says that competing pages do not.'),
  primary_keyword: line(100),
  secondary_keywords: z.array(line(100)).max(20),
  outline: z
    .array(
      z.object({
        heading: line(150),
        purpose: line(300).describe('What the reader knows after it.'),
        key_points: z.array(line(300)).min(1).max(6),
        weight: z.int().min(1).max(10).describe('Share of the page, relative to the other sections.'),
      }),
    )
    .min(3)
    .max(12),
  questions: z
    .array(line(200))
    .min(3)
    .max(10)
    .describe('What people ask, to be answered on the page in so many words.'),
  entities: z
    .array(line(100))
    .max(20)
    .describe('People, products, places and terms that belong on the page.'),
  internal_links: z.array(z.object({ anchor: line(100), target_topic: line(200) })).max(8),
  evidence_needed: z.array(line(300)).max(10).describe('Claims that need a source before publishing.'),
  call_to_action: line(200),
})

const Section = Answer.shape.outline.element.omit({ weight: true }).extend({ target_words: z.int() })

/** Lengths that add up are arithmetic, which is ours to do. */
function withWords(sections: z.infer<typeof Answer>['outline'], wordCount: number) {
  const total = sections.reduce((sum, { weight }) => sum + weight, 0)
  return sections.map(({ weight, ...section }) => ({
    ...section,
    target_words: Math.round((wordCount * weight) / total),
  }))
}

export default agent({
  name: 'content-brief',
  title: 'Content brief',
  description:
    'A brief that a writer can start from: intent, angle, outline with word targets, questions to answer, meta tags and what needs a source.',
  input: Input,
  output: Answer.extend({
    slug: z.string(),
    word_count: z.int(),
    outline: z.array(Section),
  }),
  max_tokens: 3_000,
  instructions: `You are a senior content strategist. Write a brief for one page about data.topic, for search engines and \
AI answer engines alike.
- Answer the main question in the first section, in two or three sentences that can be quoted on their own.
- Each section answers one question that a reader really has; order them by what the reader needs first.
- Use data.primary_keyword as the main query if it is given. Cover data.secondary_keywords where they fit, never as a list.
- Read data.competing_pages for what they all say; the angle is what they leave out and data.facts can support.
- weight says how much of the page a section deserves.
- evidence_needed lists every claim in the outline that data.facts does not support.`,
  answer: () => Answer,
  finish: (input, answer) => ({
    ...answer,
    secondary_keywords: unique(answer.secondary_keywords),
    slug: slug(answer.title),
    word_count: input.word_count,
    outline: withWords(answer.outline, input.word_count),
  }),
  example: {
    topic: 'choosing a coffee subscription',
    primary_keyword: 'best coffee subscription',
    secondary_keywords: ['coffee subscription for office', 'coffee subscription gift'],
    audience: 'people who brew at home and are tired of supermarket beans',
    brand: 'Acme Coffee',
    facts: ['Acme Coffee roasts to order on Mondays and Thursdays.', 'A subscription can be paused online.'],
    word_count: 1_200,
  },
})
