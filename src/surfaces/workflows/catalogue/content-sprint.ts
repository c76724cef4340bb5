import { z } from 'zod'
import contentBrief from '../../../agents/catalogue/content-brief.ts'
import faqWriter from '../../../agents/catalogue/faq-writer.ts'
import keywordCluster from '../../../agents/catalogue/keyword-cluster.ts'
import { Audience, FactsGiven, Language, line } from '../../../agents/fields.ts'
import { workflow } from '../declare.ts'

const MOST_BRIEFS = 3

const Input = z.object({
  keywords: z.array(line(100)).min(2).max(200).describe('The queries you would like to be found for.'),
  site_topic: line(300).optional().describe('What the site is about.'),
  existing_pages: z
    .array(line(200))
    .max(50)
    .default([])
    .describe('Pages that exist, to be improved instead of doubled.'),
  brand: line(100).optional(),
  audience: Audience,
  facts: FactsGiven.describe('What briefs and answers may claim. At least one.'),
  briefs: z
    .int()
    .min(1)
    .max(MOST_BRIEFS)
    .default(2)
    .describe('For how many clusters to write a brief and an FAQ.'),
  language: Language,
})

export default workflow({
  name: 'content-sprint',
  title: 'Content sprint',
  description:
    'From a list of queries to pages worth writing: sorts them into clusters, briefs the most valuable ones, and writes an FAQ for each from your facts.',
  input: Input,
  steps: (then) => [
    then(keywordCluster, 1, ({ keywords, site_topic, existing_pages, language }) => [
      { keywords, site_topic, existing_pages, language },
    ]),
    then(
      contentBrief,
      MOST_BRIEFS,
      (input, done) => {
        const [sorted] = done.of(keywordCluster)
        return (sorted?.clusters ?? []).slice(0, input.briefs).map((cluster) => ({
          topic: cluster.name,
          primary_keyword: cluster.primary_keyword,
          secondary_keywords: cluster.keywords
            .filter((keyword) => keyword !== cluster.primary_keyword)
            .slice(0, 20),
          audience: input.audience,
          brand: input.brand,
          facts: input.facts,
          language: input.language,
        }))
      },
      { times: (input) => input.briefs },
    ),
    then(
      faqWriter,
      MOST_BRIEFS,
      (input, done) =>
        done.of(contentBrief).map((brief) => ({
          topic: brief.title.slice(0, 200),
          questions: brief.questions.slice(0, 6),
          facts: input.facts,
          count: 6,
          audience: input.audience,
          brand: input.brand,
          language: input.language,
        })),
      { times: (input) => input.briefs },
    ),
  ],
  example: {
    keywords: [
      'coffee subscription',
      'best coffee subscription',
      'office coffee delivery',
      'coffee gift box',
    ],
    site_topic: 'coffee roaster with a subscription',
    brand: 'Acme Coffee',
    facts: ['A subscription can be paused online.', 'Parcels leave on Mondays and Thursdays.'],
  },
})
