import { z } from 'zod'
import { agent } from '../declare.ts'
import { Audience, distinct, Facts, Language, line, Tone } from '../fields.ts'

const NETWORKS = ['google_search', 'meta', 'linkedin'] as const

const Input = z.object({
  product: line(200).describe('What is advertised.'),
  brand: line(100),
  audience: Audience,
  benefits: z.array(line(200)).min(1).max(10).describe('What the customer gets out of it, best first.'),
  offer: line(200).optional().describe('A price, discount or trial that really exists.'),
  facts: Facts,
  keywords: z.array(line(80)).max(20).default([]).describe('Queries that the search ads are for.'),
  networks: z.array(z.enum(NETWORKS)).min(1).max(NETWORKS.length).default(['google_search', 'meta']),
  forbidden_words: z.array(line(50)).max(30).default([]).describe('Must not appear in any ad.'),
  tone: Tone,
  language: Language,
})

/** The networks' own limits: what is longer is refused or cut by them. */
const list = (characters: number, fewest: number, most: number) =>
  z.array(line(characters)).min(fewest).max(most).refine(distinct, 'two of them are the same')

const GoogleSearch = z.object({
  headlines: list(30, 5, 15)
    .refine((all) => all.every((one) => !one.includes('!')), 'Google refuses exclamation marks in headlines')
    .describe('At most 30 characters each; each must make sense beside any other.'),
  descriptions: list(90, 2, 4).describe('At most 90 characters each.'),
  path1: z.string().trim().max(15).describe('First part of the shown address; at most 15 characters.'),
  path2: z.string().trim().max(15),
})
const Meta = z.object({
  primary_texts: list(125, 2, 5).describe('At most 125 characters each, so that nothing is cut.'),
  headlines: list(40, 2, 5).describe('At most 40 characters each.'),
  descriptions: list(30, 1, 5).describe('At most 30 characters each.'),
  call_to_action: z.enum([
    'learn_more',
    'shop_now',
    'sign_up',
    'get_offer',
    'book_now',
    'contact_us',
    'subscribe',
  ]),
})
const LinkedIn = z.object({
  introductory_texts: list(150, 2, 5).describe('At most 150 characters each.'),
  headlines: list(70, 2, 5).describe('At most 70 characters each.'),
})

function answerFor(input: z.output<typeof Input>) {
  const wanted = <S extends z.ZodType>(network: (typeof NETWORKS)[number], schema: S) =>
    input.networks.includes(network) ? schema : z.null()
  const forbidden = input.forbidden_words.map((word) => word.toLowerCase())
  return z
    .object({
      google_search: wanted('google_search', GoogleSearch),
      meta: wanted('meta', Meta),
      linkedin: wanted('linkedin', LinkedIn),
      angles: z
        .array(line(200))
        .min(1)
        .max(5)
        .describe('The ideas behind the ads, to test against each other.'),
      review_notes: z.array(line(200)).max(6).describe('What a person should check before these run.'),
    })
    .superRefine((ads, ctx) => {
      const text = JSON.stringify(ads).toLowerCase()
      for (const word of forbidden)
        if (text.includes(word)) ctx.addIssue(`contains the forbidden word "${word}"`)
    })
}

const address = (part: string) => part.replace(/\s+/g, '-')

export default agent({
  name: 'ad-copy',
  title: 'Ad copy',
  description:
    'Ads for Google search, Meta and LinkedIn within each network’s limits: headlines, descriptions and texts, with the ideas behind them.',
  input: Input,
  output: z.object({
    google_search: GoogleSearch.nullable(),
    meta: Meta.nullable(),
    linkedin: LinkedIn.nullable(),
    angles: z.array(z.string()),
    review_notes: z.array(z.string()),
  }),
  max_tokens: 2_500,
  instructions: `You write ads that are clear before they are clever, for data.brand and its data.product.
- Each headline says one thing: a benefit, the offer, a proof, or whom it is for. Vary them; never reword one thing five times.
- Use data.keywords in about a third of the search headlines, word for word where it reads naturally.
- Mention data.offer exactly as stated and only if it is given. No false urgency, no "number one", no unproven superlatives.
- No headline in capitals, no emoji in search ads, no exclamation marks in search headlines.
- Do not address personal attributes of the reader (health, debt, religion, age): networks refuse such ads.
- Use none of data.forbidden_words. review_notes names claims that need proof before the ads run.`,
  answer: answerFor,
  finish: (_input, answer) => ({
    ...answer,
    google_search:
      answer.google_search === null
        ? null
        : {
            ...answer.google_search,
            path1: address(answer.google_search.path1),
            path2: address(answer.google_search.path2),
          },
  }),
  example: {
    product: 'coffee subscription',
    brand: 'Acme Coffee',
    audience: 'office managers',
    benefits: ['fresh beans twice a week', 'pause any time'],
    offer: 'first bag free',
    keywords: ['office coffee subscription'],
    networks: ['google_search', 'meta', 'linkedin'],
    forbidden_words: ['cheap'],
  },
})
