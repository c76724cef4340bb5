import { z } from 'zod'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { pageOfAnswers } from './answer-store.ts'
import { scanExample } from './examples.ts'
import { scanOr404 } from './reads.ts'
import { PlatformName } from './scan-input.ts'
import { Answer } from './schemas.ts'

export default operation({
  id: 'aeo.list-answers',
  route: 'GET /aeo/scans/{id}/answers',
  summary: 'Export the raw answers of a scan',
  description:
    'Every question with what came of it, in the order in which answers arrived, so that anyone can work the numbers out again.',
  scope: 'aeo:read',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    ...page,
    platform: PlatformName.optional(),
    status: z.enum(['ok', 'no_answer', 'error', 'unavailable']).optional(),
  }),
  output: {
    200: z.object({
      simulated: z.boolean(),
      answers: z.array(Answer),
      next_cursor: nextCursor,
    }),
  },
  errors: {},
  example: {
    input: { id: scanExample.id, limit: 20 },
    output: {
      simulated: true,
      answers: [
        {
          id: 'ans_019a84d2c3f17c25b8d2e4f60718293a',
          platform: 'perplexity',
          query: 'best crm for small business',
          repeat: 1,
          status: 'ok',
          requested_model: 'perplexity/sonar',
          served_model: 'perplexity/sonar',
          searched: true,
          text: 'Acme and Globex are named most often.',
          mentions: [
            { entity: 'Acme', start: 0, end: 4, alias: 'Acme', position: 1, sentiment: 'neutral' },
            { entity: 'Globex', start: 9, end: 15, alias: 'Globex', position: 2, sentiment: 'neutral' },
          ],
          undecided: [],
          citations: [{ url: 'https://acme.com/crm', domain: 'acme.com', title: 'Acme CRM', position: 1 }],
          retrieved: [],
          search_queries: ['best crm small business'],
          latency_ms: 2140,
          cost_usd: 0.0096,
          created_at: '2026-11-01T09:30:00.914Z',
        },
      ],
      next_cursor: null,
    },
  },
  async handle(ctx, input) {
    const scan = await scanOr404(ctx, input.id)
    const filter = { platform: input.platform ?? null, status: input.status ?? null }
    const found = await pageOfAnswers(ctx.db, scan, filter, input.cursor?.id ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ simulated: scan.simulated, answers: rows, next_cursor })
  },
})
