import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Post, postExample, presentPost } from './posts.ts'
import { listPosts } from './store.ts'

export default operation({
  id: 'gbp.list-posts',
  route: 'GET /gbp/posts',
  summary: 'List business posts',
  description: 'What was posted through this service, newest first.',
  scope: 'gbp:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ posts: z.array(Post), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { posts: [postExample], next_cursor: null } },
  async handle(ctx, input) {
    const found = await listPosts(ctx.db, ctx.principal, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ posts: rows.map(presentPost), next_cursor })
  },
})
