import { z } from 'zod'
import { openTokens } from '../../connections/secrets.ts'
import { findAccount, removeAccount } from '../../connections/store.ts'
import { emit } from '../../events/outbox.ts'
import { fail } from '../../kernel/errors.ts'
import { NoContent, operation, reply } from '../../kernel/operation.ts'
import { accountExample } from './schemas.ts'

const REASON = 'It was removed with DELETE /v1/connect/accounts.'

export default operation({
  id: 'connect.remove-account',
  route: 'DELETE /connect/accounts/{id}',
  summary: 'Disconnect an account',
  description: 'Access is given back to the platform where it takes it, and the tokens are deleted.',
  scope: 'connect:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ id: z.string().max(80) }),
  output: { 204: NoContent },
  errors: {},
  example: { input: { id: accountExample.id }, output: null },
  async handle(ctx, { id }) {
    const { tenant_id, mode } = ctx.principal
    const key = { tenant_id, mode, account_id: id }
    const row = await findAccount(ctx.db, key)
    if (row === null) throw fail('not_found', 'No such account.')
    const connector = ctx.app.connectors[mode].get(row.platform)
    // Given back first: afterwards nobody would know the token any more. That it fails keeps nothing connected.
    if (connector?.simulated === row.simulated) {
      await connector.revoke({ ...openTokens(ctx.app.vault, row), details: row.details })
    }
    return ctx.commit(async (tx) => {
      if (!(await removeAccount(tx, key))) throw fail('not_found', 'No such account.')
      const { platform, username } = row
      const data = { account_id: id, platform, username, status: 'disconnected', reason: REASON } as const
      await emit(tx, { tenant_id, mode, event: 'account.disconnected', data })
      return reply.gone()
    })
  },
})
