import { z } from 'zod'
import { listAccounts } from '../../connections/store.ts'
import { nextCursor, page, paginate } from '../../kernel/cursor.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { Account, accountExample, Platform, presentAccount } from './schemas.ts'

export default operation({
  id: 'connect.list-accounts',
  route: 'GET /connect/accounts',
  summary: 'List connected accounts',
  description: 'Newest first, with what is wrong with each. Tokens are never shown.',
  scope: 'connect:read',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ ...page, platform: Platform.optional() }),
  output: { 200: z.object({ accounts: z.array(Account), next_cursor: nextCursor }) },
  errors: {},
  example: { input: { limit: 20 }, output: { accounts: [accountExample], next_cursor: null } },
  async handle(ctx, input) {
    const wanted = { platform: input.platform ?? null, after: input.cursor ?? null, limit: input.limit }
    const found = await listAccounts(ctx.db, ctx.principal, wanted)
    const { rows, next_cursor } = paginate(found, input.limit)
    return reply.ok({ accounts: rows.map((row) => presentAccount(ctx.app, row)), next_cursor })
  },
})
