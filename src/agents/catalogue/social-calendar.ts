import { z } from 'zod'
import { agent } from '../declare.ts'
import { Audience, characters, Facts, Language, line, Tone, unique } from '../fields.ts'

/** What each network takes in one post, hashtags included. */
const LIMITS = {
  x: 280,
  bluesky: 300,
  threads: 500,
  instagram: 2_200,
  tiktok: 2_200,
  linkedin: 3_000,
  facebook: 5_000,
} as const
type Network = keyof typeof LIMITS
const NETWORKS = Object.keys(LIMITS) as Network[]
const MOST_POSTS = 31
/** Longer texts are possible on some networks and read on none. */
const LONGEST_TEXT = 1_500

export const Platforms = z
  .array(z.enum(NETWORKS))
  .min(1)
  .max(NETWORKS.length)
  .describe('The networks to write for.')

const Input = z.object({
  brand: line(100),
  pillars: z.array(line(100)).min(1).max(8).describe('The themes to speak about, such as "brewing tips".'),
  platforms: Platforms,
  start_date: z.iso.date().describe('The first day, such as 2026-11-02.'),
  days: z.int().min(1).max(31).default(7),
  posts_per_week: z.int().min(1).max(14).default(5),
  audience: Audience,
  facts: Facts,
  dates: z
    .array(z.object({ date: z.iso.date(), occasion: line(100) }))
    .max(10)
    .default([])
    .describe('Launches, holidays and events worth a post.'),
  tone: Tone,
  language: Language,
})

const postFor = (days: number, platforms: readonly Network[], pillars: readonly string[]) =>
  z
    .object({
      day: z.int().min(1).max(days).describe('1 is data.start_date.'),
      time: z
        .string()
        .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/)
        .describe('Local time, HH:MM.'),
      platform: z.enum(platforms),
      pillar: z.enum(pillars),
      text: z
        .string()
        .trim()
        .min(20)
        .max(Math.min(LONGEST_TEXT, Math.max(...platforms.map((name) => LIMITS[name])))),
      hashtags: z.array(z.string().regex(/^#?[^\s#]{1,40}$/)).max(5),
      visual: line(300).describe('What the picture or clip shows.'),
      alt_text: line(200).describe('The picture in words, for those who cannot see it.'),
      goal: z.enum(['reach', 'engagement', 'clicks', 'community', 'sales']),
    })
    .superRefine((post, ctx) => {
      const length = characters(published(post.text, post.hashtags))
      const limit = LIMITS[post.platform]
      if (length > limit)
        ctx.addIssue({
          code: 'custom',
          path: ['text'],
          message: `with its hashtags it has ${length} characters; ${post.platform} takes ${limit}`,
        })
    })

function tags(hashtags: readonly string[]): string[] {
  return unique(hashtags.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)))
}

function published(text: string, hashtags: readonly string[]): string {
  return hashtags.length === 0 ? text : `${text}\n\n${tags(hashtags).join(' ')}`
}

const Post = z.object({
  date: z.string(),
  time: z.string(),
  platform: z.enum(NETWORKS),
  pillar: z.string(),
  text: z.string().describe('Ready to publish, hashtags included.'),
  characters: z.int(),
  hashtags: z.array(z.string()),
  visual: z.string(),
  alt_text: z.string(),
  goal: z.string(),
})

export default agent({
  name: 'social-calendar',
  title: 'Social calendar',
  description:
    'Dated posts for the chosen networks, each within its network’s limit, with hashtags, picture idea, alt text and goal.',
  input: Input,
  output: z.object({ posts: z.array(Post), notes: z.array(z.string()) }),
  max_tokens: 6_000,
  instructions: `You plan and write social posts for data.brand over data.days days from data.start_date.
- Write each post for its network: short and conversational on x, bluesky and threads, a story on instagram and facebook, an insight on \
linkedin, a script idea on tiktok. Never the same text twice.
- Limits with hashtags: x 280, bluesky 300, threads 500, instagram and tiktok 2200, linkedin 3000, facebook 5000 characters.
- Spread the posts over the days, the networks and data.pillars; use data.dates on their day.
- One idea a post. The first line must make one want to read the second. At most two hashtags on x, linkedin, bluesky and threads.
- One post in five may sell; the others teach, show or ask.
- notes names what the team has to prepare (pictures, approvals, numbers).`,
  answer(input) {
    const count = Math.min(MOST_POSTS, Math.max(1, Math.round((input.days * input.posts_per_week) / 7)))
    const post = postFor(input.days, [...new Set(input.platforms)], unique(input.pillars))
    return z.object({ posts: z.array(post).length(count), notes: z.array(line(200)).max(6) })
  },
  finish: (input, answer) => ({
    notes: answer.notes,
    posts: answer.posts
      .map(({ day, text, hashtags, ...post }) => ({
        ...post,
        date: dayAfter(input.start_date, day - 1),
        text: published(text, hashtags),
        characters: characters(published(text, hashtags)),
        hashtags: tags(hashtags),
      }))
      .sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`)),
  }),
  example: {
    brand: 'Acme Coffee',
    pillars: ['brewing tips', 'behind the roastery', 'customer stories'],
    platforms: ['x', 'instagram', 'linkedin'],
    start_date: '2026-11-02',
    days: 7,
    posts_per_week: 6,
    facts: ['The roastery is in Leeds.', 'Beans are roasted on Mondays and Thursdays.'],
    dates: [{ date: '2026-11-05', occasion: 'new single-origin launch' }],
  },
})

function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
