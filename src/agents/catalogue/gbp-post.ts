import { z } from 'zod'
import { agent } from '../declare.ts'
import { characters, Facts, Language, line, Tone } from '../fields.ts'

const CALLS = ['book', 'order', 'shop', 'learn_more', 'sign_up', 'call', 'none'] as const

const Input = z.object({
  business_name: line(100),
  post_type: z.enum(['update', 'offer', 'event']).default('update'),
  subject: line(300).describe('What the post is about.'),
  city: line(100).optional().describe('Where the customers are.'),
  facts: Facts,
  offer: line(300).optional().describe('For an offer: what it is and its terms.'),
  starts_on: z.iso.date().optional().describe('For an offer or event: the first day.'),
  ends_on: z.iso.date().optional(),
  keywords: z.array(line(80)).max(5).default([]).describe('Services to mention where it reads naturally.'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe('Where the button leads.'),
  variants: z.int().min(1).max(5).default(2),
  tone: Tone,
  language: Language,
})

/** Google refuses posts with a phone number in their text; the call button is for that. */
const PHONE = /(?:\+|\b)\d[\d\s().-]{7,}\d\b/

const noPhone = (text: string) => !PHONE.test(text)
const PHONE_RULE = 'contains a phone number, which Google refuses'

const answerFor = (type: 'update' | 'offer' | 'event', variants: number) =>
  z.object({
    title:
      type === 'update'
        ? z.null()
        : line(58)
            .refine(noPhone, PHONE_RULE)
            .describe('Title of the offer or event; at most 58 characters.'),
    posts: z
      .array(
        z.object({
          text: z.string().trim().min(40).max(1_500).refine(noPhone, PHONE_RULE),
          idea: line(150).describe('What sets this variant apart.'),
        }),
      )
      .length(variants),
    call_to_action: z.enum(CALLS),
    photo_idea: line(300),
    alt_text: line(200),
    missing: z.array(line(200)).max(6).describe('Facts that would make the post better.'),
  })

export default agent({
  name: 'gbp-post',
  title: 'Business profile post',
  description:
    'Posts for a Google Business Profile (update, offer or event) in several variants within Google’s rules, with button, photo idea and alt text.',
  input: Input,
  output: z.object({
    post_type: z.enum(['update', 'offer', 'event']),
    title: z.string().nullable(),
    posts: z.array(z.object({ text: z.string(), idea: z.string(), characters: z.int() })),
    call_to_action: z.enum(CALLS),
    call_to_action_url: z.string().nullable(),
    starts_on: z.string().nullable(),
    ends_on: z.string().nullable(),
    photo_idea: z.string(),
    alt_text: z.string(),
    missing: z.array(z.string()),
  }),
  max_tokens: 2_000,
  instructions: `You write posts for the Google Business Profile of data.business_name.
- The first 80 characters carry the message: that is what is shown before "more". 150 to 300 characters are usually enough.
- Say what, for whom, when, and what to do next. For an offer state data.offer exactly, with its terms; for an event state its days.
- Mention data.city once where it helps. Use data.keywords only where a person would say them.
- No phone numbers, no web addresses, no hashtags, no capitals for emphasis: Google refuses or ignores them.
- Each variant takes another idea: a benefit, a story, a question, news.`,
  answer: (input) => answerFor(input.post_type, input.variants),
  finish: (input, answer) => ({
    ...answer,
    post_type: input.post_type,
    posts: answer.posts.map((post) => ({ ...post, characters: characters(post.text) })),
    call_to_action_url: answer.call_to_action === 'none' ? null : (input.url ?? null),
    starts_on: input.starts_on ?? null,
    ends_on: input.ends_on ?? null,
  }),
  example: {
    business_name: 'Acme Coffee',
    post_type: 'event',
    subject: 'open roastery day with tastings',
    city: 'Leeds',
    facts: ['Free entry.', 'Tastings every hour.'],
    starts_on: '2026-11-14',
    ends_on: '2026-11-14',
    keywords: ['coffee roastery'],
    url: 'https://acme.example/open-day',
  },
})
