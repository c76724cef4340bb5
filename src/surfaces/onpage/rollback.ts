import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { writePage } from './cms.ts'
import { findChange, moveChange } from './store.ts'

const RolledBack = z
  .object({
    rollback_id: z.string(),
    url: z.string(),
    rolled_back: z.literal(true),
    restored: z.array(z.string()),
  })
  .meta({ id: 'OnpageRolledBack' })

export default operation({
  id: 'onpage.rollback',
  route: 'POST /onpage/rollback',
  summary: 'Take an applied change back',
  description: 'Writes back what the page had before, once. A second time is a conflict.',
  scope: 'onpage:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ rollback_id: z.string().max(80) }),
  output: { 200: RolledBack },
  errors: {
    conflict: 'It was rolled back already, or is being rolled back.',
    provider_failed: 'The content system did not answer. It can be tried again.',
  },
  example: {
    input: { rollback_id: 'chg_019a84d2c3f17c25b8d2e4f60718293a' },
    output: {
      rollback_id: 'chg_019a84d2c3f17c25b8d2e4f60718293a',
      url: 'https://blog.acme.com/crm',
      rolled_back: true,
      restored: ['title'],
    },
  },
  async handle(ctx, input) {
    const { app, principal: owner } = ctx
    const change = await findChange(ctx.db, owner, input.rollback_id)
    if (change === null) throw fail('not_found', 'No such change.')
    // Of two at once one has it: the other finds it moved.
    if (!(await moveChange(ctx.db, owner, change.id, ['applying', 'applied'], 'rolling_back')))
      throw fail('conflict', 'This change was rolled back already.')
    try {
      const page = { ref: change.target, values: {} }
      await writePage(app, owner, change.deploy_mode, change.account_id, page, change.before)
    } catch (error) {
      await moveChange(ctx.db, owner, change.id, ['rolling_back'], 'applied')
      throw error
    }
    return ctx.commit(async (tx) => {
      await moveChange(tx, owner, change.id, ['rolling_back'], 'rolled_back')
      const restored = Object.keys(change.before)
      return reply.ok({ rollback_id: change.id, url: change.url, rolled_back: true as const, restored })
    })
  },
})
