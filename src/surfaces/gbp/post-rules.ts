import { z } from 'zod'
import type { LocalPost } from '../../providers/gbp/types.ts'
import { AccountId, LocationId } from './schemas.ts'

const at = z.iso.datetime({ offset: true })

const Event = z.strictObject({ title: z.string().min(1).max(58), starts_at: at, ends_at: at })

/** What Google takes for a post (developers.google.com/my-business/content/posts-data), checked before it is sent. */
export const PostInput = z
  .object({
    account_id: AccountId.optional(),
    location_id: LocationId.optional(),
    topic_type: z.enum(['STANDARD', 'EVENT', 'OFFER', 'ALERT']).default('STANDARD'),
    summary: z.string().trim().min(1).max(1_500),
    language: z
      .string()
      .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/)
      .default('en'),
    call_to_action: z
      .strictObject({
        action_type: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
        url: z.url({ protocol: /^https?$/ }).optional(),
      })
      .optional(),
    event: Event.optional().describe('Needed by EVENT and OFFER.'),
    offer: z
      .strictObject({
        coupon_code: z.string().max(58).optional(),
        redeem_url: z.url({ protocol: /^https?$/ }).optional(),
        terms: z.string().max(5_000).optional(),
      })
      .optional(),
    media_url: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('A picture that Google can fetch.'),
    alert_type: z.enum(['COVID_19']).optional().describe('Needed by ALERT.'),
  })
  .superRefine((post, ctx) => {
    for (const [path, message] of issuesOf(post)) ctx.addIssue({ code: 'custom', message, path: [path] })
  })
export type PostInput = z.output<typeof PostInput>

type Draft = {
  topic_type: string
  call_to_action?: { action_type: string; url?: string | undefined } | undefined
  event?: { starts_at: string; ends_at: string } | undefined
  offer?: unknown
  alert_type?: string | undefined
}

function issuesOf(post: Draft): [string, string][] {
  const issues: [string, string][] = []
  const { topic_type, call_to_action: action, event } = post
  if ((topic_type === 'EVENT' || topic_type === 'OFFER') && event === undefined)
    issues.push(['event', `${topic_type} posts need an event with its title and schedule`])
  if (event !== undefined && wallClock(event.ends_at) < wallClock(event.starts_at))
    issues.push(['event', 'ends before it starts'])
  if (post.offer !== undefined && topic_type !== 'OFFER') issues.push(['offer', 'only OFFER posts have one'])
  if (topic_type === 'ALERT' && post.alert_type === undefined)
    issues.push(['alert_type', 'ALERT posts need one'])
  if (action !== undefined && topic_type === 'OFFER')
    issues.push(['call_to_action', 'OFFER posts have none: the offer is the call'])
  if (action !== undefined && (action.action_type === 'CALL') === (action.url !== undefined))
    issues.push(['call_to_action', 'needs a url, except CALL, which must not have one'])
  return issues
}

/** Google's clock and ours may differ by this much. */
const CLOCKS_MS = 5 * 60_000

/** Of what a location has, the post that an attempt made: the same words, since then, and nobody else's. */
export function madeBy(
  attempt: { post: Pick<PostInput, 'summary' | 'topic_type'>; created_at: string },
  posts: readonly LocalPost[],
  known: ReadonlySet<string>,
): LocalPost | null {
  const { post, created_at } = attempt
  const since = Date.parse(created_at) - CLOCKS_MS
  const is = (found: LocalPost) =>
    !known.has(found.name) &&
    found.summary?.trim() === post.summary &&
    found.topic_type === post.topic_type &&
    found.created_at !== null &&
    Date.parse(found.created_at) >= since
  return posts.find(is) ?? null
}

/** The body of POST …/localPosts. */
export function toLocalPost(post: PostInput): Record<string, unknown> {
  const { event, offer, call_to_action: action } = post
  return {
    languageCode: post.language,
    summary: post.summary,
    topicType: post.topic_type,
    ...(action === undefined ? {} : { callToAction: { actionType: action.action_type, url: action.url } }),
    ...(event === undefined ? {} : { event: { title: event.title, schedule: scheduleOf(event) } }),
    ...(offer === undefined
      ? {}
      : {
          offer: {
            couponCode: offer.coupon_code,
            redeemOnlineUrl: offer.redeem_url,
            termsConditions: offer.terms,
          },
        }),
    ...(post.alert_type === undefined ? {} : { alertType: post.alert_type }),
    ...(post.media_url === undefined ? {} : { media: [{ mediaFormat: 'PHOTO', sourceUrl: post.media_url }] }),
  }
}

/** The time as it was written, without its offset: 2026-11-20T10:00. Such texts sort as the times do. */
function wallClock(text: string): string {
  return text.slice(0, 16)
}

/** Google takes the wall clock of the location, so the time is sent as it was written, without its offset. */
function scheduleOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Record<string, unknown> {
  const part = (text: string) => {
    const [year, month, day, hours, minutes] = text.split(/[-T:]/).map((piece) => Number.parseInt(piece, 10))
    return { date: { year, month, day }, time: { hours, minutes, seconds: 0, nanos: 0 } }
  }
  const [start, end] = [part(starts_at), part(ends_at)]
  return { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time }
}
