import { z } from 'zod'
import { agent } from '../declare.ts'
import { Language, line, unique } from '../fields.ts'

const Input = z.object({
  keywords: z
    .array(line(100))
    .min(2)
    .max(200)
    .transform(unique)
    .describe('The queries to sort. Each ends in one cluster, or in unclustered.'),
  site_topic: line(300).optional().describe('What the site is about.'),
  existing_pages: z
    .array(line(200))
    .max(50)
    .default([])
    .describe('Pages that exist, to be improved instead of doubled.'),
  language: Language,
})

const Intent = z.enum(['informational', 'commercial', 'transactional', 'navigational', 'local'])
const PageType = z.enum([
  'guide',
  'comparison',
  'product',
  'category',
  'landing',
  'faq',
  'tool',
  'news',
  'local',
])

const clusterFor = <K extends z.ZodType<string>, P extends z.ZodType<string | null>>(keyword: K, page: P) =>
  z.object({
    name: line(100),
    intent: Intent,
    page_type: PageType,
    primary_keyword: keyword,
    keywords: z.array(keyword).min(1),
    page_title: line(60).describe('For the page that serves this cluster; at most 60 characters.'),
    existing_page: page.describe('The page that should serve it; null for a new one.'),
    value: z.int().min(1).max(5).describe('Worth to the business, 5 is most.'),
    reason: line(300),
  })

const answerFor = (keywords: readonly string[], pages: readonly string[]) =>
  z.object({
    clusters: z
      .array(clusterFor(z.enum(keywords), pages.length === 0 ? z.null() : z.enum(pages).nullable()))
      .min(1)
      .max(40),
  })

/** The model may name a keyword twice or forget one: each goes to the first cluster that claims it. */
function assign(keywords: readonly string[], clusters: z.infer<ReturnType<typeof answerFor>>['clusters']) {
  const free = new Set(keywords)
  const kept = clusters.flatMap((cluster) => {
    const own = [cluster.primary_keyword, ...cluster.keywords].filter((keyword) => free.delete(keyword))
    const [first] = own
    if (first === undefined) return []
    const primary_keyword = own.includes(cluster.primary_keyword) ? cluster.primary_keyword : first
    return [{ ...cluster, primary_keyword, keywords: own }]
  })
  return { clusters: kept, unclustered: [...free] }
}

export default agent({
  name: 'keyword-cluster',
  title: 'Keyword clusters',
  description:
    'Sorts up to 200 queries into clusters that one page each can serve, with intent, page type and title; every query appears exactly once.',
  input: Input,
  output: z.object({
    clusters: z.array(clusterFor(z.string(), z.string().nullable())),
    unclustered: z.array(z.string()),
  }),
  max_tokens: 6_000,
  instructions: `You sort search queries into clusters, so that each cluster can be served by one page.
- Two queries belong together when a searcher would be content with the same page. Same words with another intent are another cluster.
- Copy keywords exactly as they are in data.keywords, and put each into one cluster only. Leave out what fits nowhere.
- primary_keyword is the broadest query with the clearest intent. Ten small clusters are better than one that means everything.
- If one of data.existing_pages already serves the cluster, name it exactly; two pages for one intent compete with each other.
- value weighs closeness to a purchase and fit with data.site_topic. Do not invent search volumes.`,
  answer: (input) => answerFor(input.keywords, [...new Set(input.existing_pages)]),
  finish: (input, answer) => {
    const sorted = [...answer.clusters].sort((a, b) => b.value - a.value)
    return assign(input.keywords, sorted)
  },
  example: {
    keywords: [
      'coffee subscription',
      'best coffee subscription',
      'office coffee delivery',
      'how to grind coffee',
      'coffee grinder settings',
      'coffee gift box',
    ],
    site_topic: 'coffee roaster with a subscription',
    existing_pages: ['/subscription'],
  },
})
