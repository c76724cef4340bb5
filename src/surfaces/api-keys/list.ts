import { z } from 'zod'
import { ApiKey, keyExample, presentKey } from '../../accounts/keys.ts'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { listKeys } from './store.ts'

export default operation({
  id: 'api-keys.list',
  route: 'GET /api-keys',
  summary: 'List the tenant’s keys',
  description: 'Newest first, without revoked and expired ones. Raw keys are never shown again.',
  scope: 'api-keys:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page }),
  output: { 200: z.object({ api_keys: z.array(ApiKey), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { api_keys: [keyExample], next_cursor: null } },
  async handle(ctx, input) {
    const found = await listKeys(ctx.db, ctx.principal.tenant_id, input.cursor ?? null, input.limit)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ api_keys: rows.map(presentKey), next_cursor })
  },
})
