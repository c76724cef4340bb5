import { z } from 'zod'
import { agent } from '../declare.ts'
import { Audience, Facts, Language, line, Tone, unique } from '../fields.ts'

const NETWORKS = ['google_search', 'meta', 'linkedin'] as const

export const Networks = z
  .array(z.enum(NETWORKS))
  .min(1)
  .max(NETWORKS.length)
  .default(['google_search', 'meta'])
  .describe('Where the ads run.')

const Input = z.object({
  product: line(200).describe('What is advertised.'),
  brand: line(100),
  audience: Audience,
  benefits: z.array(line(200)).min(1).max(10).describe('What the customer gets out of it, best first.'),
  offer: line(200).optional().describe('A price, discount or trial that really exists.'),
  facts: Facts,
  keywords: z.array(line(80)).max(20).default([]).describe('Queries that the search ads are for.'),
  networks: Networks,
  forbidden_words: z.array(line(50)).max(30).default([]).describe('Must not appear in any ad.'),
  tone: Tone,
  language: Language,
})

/** The networks' own limits: what is longer is refused or cut by them, and too few is refused as well. */
const list = (characters: number, fewest: number, most: number) =>
  z
    .array(line(characters))
    .min(fewest)
    .max(most)
    .refine((all) => unique(all).length >= fewest, `fewer than ${fewest} of them differ`)

const GoogleSearch = z.object({
  headlines: list(30, 3, 15)
    .refine((all) => all.every((one) => !one.includes('!')), 'Google refuses exclamation marks in headlines')
    .describe('At most 30 characters each; each must make sense beside any other.'),
  descriptions: list(90, 2, 4).describe('At most 90 characters each.'),
  path1: z.string().trim().max(15).describe('First part of the shown address; at most 15 characters.'),
  path2: z.string().trim().max(15),
})
const Meta = z.object({
  primary_texts: list(125, 1, 5).describe('At most 125 characters each, so that nothing is cut.'),
  headlines: list(40, 1, 5).describe('At most 40 characters each.'),
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
  introductory_texts: list(150, 1, 5).describe('At most 150 characters each.'),
  headlines: list(70, 1, 5).describe('At most 70 characters each.'),
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

/** Every list without its repetitions, and addresses as the network wants them. */
function tidy(ads: z.infer<ReturnType<typeof answerFor>>) {
  const { google_search: search, meta, linkedin } = ads
  return {
    ...ads,
    google_search: search && {
      headlines: unique(search.headlines),
      descriptions: unique(search.descriptions),
      path1: address(search.path1),
      path2: address(search.path2),
    },
    meta: meta && {
      ...meta,
      primary_texts: unique(meta.primary_texts),
      headlines: unique(meta.headlines),
      descriptions: unique(meta.descriptions),
    },
    linkedin: linkedin && {
      introductory_texts: unique(linkedin.introductory_texts),
      headlines: unique(linkedin.headlines),
    },
  }
}

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
- Write at least ten search headlines and three of everything else. Each headline says one thing: a benefit, the offer, a proof, or whom it is for. Vary them; never reword one thing five times.
- Use data.keywords in about a third of the search headlines, word for word where it reads naturally.
- Mention data.offer exactly as stated and only if it is given. No false urgency, no "number one", no unproven superlatives.
- No headline in capitals, no emoji in search ads, no exclamation marks in search headlines.
- Do not address personal attributes of the reader (health, debt, religion, age): networks refuse such ads.
- Use none of data.forbidden_words. review_notes names claims that need proof before the ads run.`,
  answer: answerFor,
  finish: (_input, answer) => tidy(answer),
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
