import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { Raw, rawOutput } from '../../kernel/raw.ts'
import { following, followRun, STREAMS_PER_TENANT } from '../../runs/follow.ts'
import { findRun } from '../../runs/store.ts'
import { runExample, sayRun } from './schemas.ts'

const CONTENT_TYPE = 'text/event-stream'

export default operation({
  id: 'agents.stream-run',
  route: 'GET /agents/runs/{id}/stream',
  summary: 'Follow a run',
  description:
    'Server-sent events: progress while it works, then completed or failed with the whole run, and the end. A client that was cut off sends Last-Event-ID and gets only what came after; one that has heard the end gets 204, which tells an EventSource to stop.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    last_event_id: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional()
      .meta({ from_header: 'Last-Event-ID' })
      .describe('The id of the last event seen; usually sent as the header Last-Event-ID, which goes first.'),
  }),
  output: {
    200: rawOutput(CONTENT_TYPE, 'The events of the run.'),
    204: NoContent.describe('Nothing: the run has ended, and Last-Event-ID is its last event or later.'),
  },
  errors: { conflict: `More than ${STREAMS_PER_TENANT} streams are open: close one, or poll.` },
  example: {
    input: { id: runExample.id },
    output: `id: 4\nevent: progress\ndata: ${JSON.stringify(runExample)}\n\n`,
  },
  async handle(ctx, input) {
    const key = { tenant_id: ctx.principal.tenant_id, id: input.id, by: ctx.principal.mode }
    const run = await findRun(ctx.db, key)
    if (run === null) throw fail('not_found', 'No such run.')
    const after = input.last_event_id === undefined ? null : Number(input.last_event_id)
    // An empty 200 would make an EventSource reconnect for ever.
    if (after !== null && run.completed_at !== null && run.revision <= after) return reply.gone()
    if (following(key.tenant_id) >= STREAMS_PER_TENANT) {
      throw fail('conflict', 'Too many streams of this tenant are open.', {
        fix_hint: 'Close one, or poll GET /v1/agents/runs/{id}.',
      })
    }
    return {
      status: 200,
      body: new Raw(CONTENT_TYPE, followRun(ctx.db, key, after, sayRun)),
      // Caches and buffering proxies would keep the events until it is too late.
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    }
  },
})
