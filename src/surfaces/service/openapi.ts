import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'

export default operation({
  id: 'service.openapi',
  route: 'GET /openapi.json',
  summary: 'The OpenAPI 3.1 description',
  description: 'Every operation with its schemas, examples, errors, price class and limits.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.looseObject({ openapi: z.string() }) },
  errors: {},
  example: { input: {}, output: { openapi: '3.1.0' } },
  handle: async (ctx) => reply.ok(ctx.app.openapi() as { openapi: string }),
})
