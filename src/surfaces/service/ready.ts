import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'

export default operation({
  id: 'service.ready',
  route: 'GET /ready',
  summary: 'Can it serve requests',
  description: 'Answers 503 while something that requests need is gone. Use it as the readiness probe.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: {
    200: z.object({ status: z.literal('ready'), checks: z.record(z.string(), z.enum(['ok', 'failed'])) }),
  },
  errors: { unavailable: 'Something that requests need is gone; the message names it.' },
  example: { input: {}, output: { status: 'ready', checks: { database: 'ok' } } },
  async handle(ctx) {
    const { ready, checks } = await ctx.app.ready()
    if (ready) return reply.ok({ status: 'ready' as const, checks })
    const failed = Object.keys(checks).filter((name) => checks[name] === 'failed')
    throw fail('unavailable', `Not ready: ${failed.join(', ')}.`, {
      retry_after: 1,
      headers: { 'Retry-After': '1' },
    })
  },
})
