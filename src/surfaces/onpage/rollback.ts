import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { accountOf } from './accounts.ts'
import { readPage, writePage } from './cms.ts'
import { takeBack } from './rules.ts'
import { endRollback, findChange, takeForRollback } from './store.ts'

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
  description:
    'Writes back what the page had before, once. A second time is a conflict, and so is a page that was changed again since: the later change goes first.',
  scope: 'onpage:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({ rollback_id: z.string().max(80) }),
  output: { 200: RolledBack },
  errors: {
    conflict:
      'It was rolled back already, is being rolled back, or the page was changed again since. Nothing was written.',
    account_not_connected: 'No account of the page’s website is connected any more.',
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
    if (!(await takeForRollback(ctx.db, owner, change.id)))
      throw fail('conflict', 'This change was rolled back already, or is being rolled back.')
    try {
      const account = await accountOf(app, owner, change)
      const page = await readPage(account, change.target)
      const { restore, overtaken } = takeBack(change, page.values)
      if (overtaken.length > 0)
        throw fail('conflict', `The page was changed again since: ${overtaken.join(', ')}.`, {
          fix_hint: 'Roll the later change back first, or apply the value that you want.',
        })
      if (Object.keys(restore).length > 0) await writePage(account, page, restore)
    } catch (error) {
      await endRollback(ctx.db, owner, change.id, 'applied')
      throw error
    }
    return ctx.commit(async (tx) => {
      await endRollback(tx, owner, change.id, 'rolled_back')
      const restored = Object.keys(change.before)
      return reply.ok({ rollback_id: change.id, url: change.url, rolled_back: true as const, restored })
    })
  },
})
