import { z } from 'zod'
import { nextCursor, page } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'

const Article = z
  .object({ id: z.string(), title: z.string(), status: z.string(), created_at: z.string() })
  .meta({ id: 'Article' })

export default operation({
  id: 'content.list-articles',
  route: 'GET /content/articles',
  summary: 'List articles',
  description: 'The tenant’s articles, newest first. Writing them is not built yet, so the list is empty.',
  scope: 'content:read',
  meter: 'action',
  hold: null,
  rate: 'content_articles',
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ articles: z.array(Article), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { articles: [], next_cursor: null } },
  async handle() {
    return reply.ok({ articles: [], next_cursor: null })
  },
})
