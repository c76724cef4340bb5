import { z } from 'zod'
import type { PostRow } from './store.ts'

export const Post = z
  .object({
    id: z.string(),
    location_id: z.string(),
    topic_type: z.enum(['STANDARD', 'EVENT', 'OFFER', 'ALERT']),
    summary: z.string(),
    state: z
      .string()
      .describe(
        'As Google said when it was posted: LIVE, PROCESSING or REJECTED. UNKNOWN: its answer is missing, and the post may be there.',
      ),
    external_name: z.string().describe('Google’s name for it.'),
    search_url: z.string().nullable(),
    simulated: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'BusinessPost' })

export function presentPost({ location, post, ...row }: PostRow): z.infer<typeof Post> {
  return { ...row, location_id: location, topic_type: post.topic_type, summary: post.summary }
}

export const postExample: z.infer<typeof Post> = {
  id: 'post_019a84d2c3f17c25b8d2e4f60718293a',
  location_id: 'accounts/1042/locations/5512',
  topic_type: 'STANDARD',
  summary: 'Open on Saturdays from now on.',
  state: 'LIVE',
  external_name: 'accounts/1042/locations/5512/localPosts/9f2c',
  search_url: null,
  simulated: true,
  created_at: '2026-11-01T09:30:00.000Z',
}
