import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'

export default operation({
  id: 'service.health',
  route: 'GET /health',
  summary: 'Is the process up',
  description: 'Answers while the process runs, whatever else is broken. Use it as the liveness probe.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.object({ status: z.literal('ok'), version: z.string(), simulated: z.boolean() }) },
  errors: {},
  example: { input: {}, output: { status: 'ok', version: '0.1.0', simulated: true } },
  handle: async (ctx) =>
    reply.ok({ status: 'ok' as const, version: ctx.app.version, simulated: ctx.app.simulated }),
})
