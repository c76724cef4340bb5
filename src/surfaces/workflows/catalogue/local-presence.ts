import { z } from 'zod'
import competitorGap from '../../../agents/catalogue/competitor-gap.ts'
import gbpPost from '../../../agents/catalogue/gbp-post.ts'
import reviewReply from '../../../agents/catalogue/review-reply.ts'
import { Facts, Language, line, Tone } from '../../../agents/fields.ts'
import { workflow } from '../declare.ts'

const MOST_POSTS = 3
const MOST_REPLIES = 10

const Input = z.object({
  business_name: line(100),
  summary: line(1_000).describe('What the business offers and to whom.'),
  city: line(100),
  facts: Facts,
  competitors: z
    .array(z.object({ name: line(100), summary: line(500).optional() }))
    .min(1)
    .max(5)
    .describe('Who else customers nearby consider.'),
  reviews: z
    .array(
      z.object({ text: line(2_000), rating: z.int().min(1).max(5).optional(), author: line(100).optional() }),
    )
    .max(MOST_REPLIES)
    .default([])
    .describe('Unanswered reviews, each to be answered.'),
  contact: line(200).optional().describe('Where replies may send unhappy customers.'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  tone: Tone,
  language: Language,
})

export default workflow({
  name: 'local-presence',
  title: 'Local presence',
  description:
    'Compares a local business with its neighbours, turns the most telling gaps into business profile posts, and answers its open reviews.',
  input: Input,
  steps: (then) => [
    then(competitorGap, 1, (input) => [
      {
        brand: input.business_name,
        brand_summary: input.summary,
        facts: input.facts,
        competitors: input.competitors,
        goal: `more customers in ${input.city}`.slice(0, 300),
        language: input.language,
      },
    ]),
    then(gbpPost, MOST_POSTS, (input, done) => {
      const [found] = done.of(competitorGap)
      return (found?.gaps ?? []).slice(0, MOST_POSTS).map((gap) => ({
        business_name: input.business_name,
        subject: gap.action,
        city: input.city,
        facts: input.facts,
        url: input.url,
        variants: 2,
        tone: input.tone,
        language: input.language,
      }))
    }),
    then(
      reviewReply,
      MOST_REPLIES,
      (input) =>
        input.reviews.map((review) => ({
          business_name: input.business_name,
          review,
          facts: input.facts,
          contact: input.contact,
          tone: input.tone,
          language: input.language,
        })),
      { times: (input) => input.reviews.length },
    ),
  ],
  example: {
    business_name: 'Acme Coffee',
    summary: 'Café and roastery with tastings at the weekend.',
    city: 'Leeds',
    facts: ['Tastings on Saturdays at 11.', 'Free entry.'],
    competitors: [{ name: 'Globex Coffee', summary: 'Three cafés in the centre.' }],
    reviews: [{ text: 'Lovely coffee, long queue.', rating: 4, author: 'Jo' }],
  },
})
