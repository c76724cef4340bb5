import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ADMIN_TOKEN, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { applyPending } from '../../billing/store.ts'
import { sql } from '../../store/sql.ts'

for (const store of STORES) {
  describe(`changing a tenant on ${store}`, () => {
    let app: TestApp
    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    test('limits that are left out stay, null goes back to the plan, and the next request is judged by both', async () => {
      const { id, key } = await app.tenant({ tier: 'pro', limits: { actions: 5, agent_runs: 7 } })
      const change = async (limits: object) => {
        const changed = await app.call(`PATCH /admin/tenants/${id}`, { key: ADMIN_TOKEN, body: { limits } })
        assert.equal(changed.status, 200, changed.text)
        return changed.body.limits
      }
      assert.deepEqual(await change({ spend_cap_usd: 3 }), { actions: 5, agent_runs: 7, spend_cap_usd: 3 })
      assert.deepEqual(await change({ actions: null, agent_runs: 9 }), { agent_runs: 9, spend_cap_usd: 3 })
      const usage = await app.usage(key)
      assert.deepEqual([usage.actions_limit, usage.agent_runs_limit], [100_000, 9])
      assert.deepEqual(await change({}), { agent_runs: 9, spend_cap_usd: 3 })
      const unknown = await app.call(`PATCH /admin/tenants/${id}`, {
        key: ADMIN_TOKEN,
        body: { limits: { posts: 1 } },
      })
      assert.equal(unknown.status, 400)
    })

    test('a tenant that is made enterprise stays so, whatever downgrade was agreed with it before', async () => {
      const { id, key } = await app.tenant({ tier: 'pro' })
      await app.db.run(
        sql`update tenants set pending_tier = 'free', pending_at = herald_now() where id = ${id}`,
      )
      const body = { tier: 'enterprise' }
      await app.call(`PATCH /admin/tenants/${id}`, { key: ADMIN_TOKEN, body })
      assert.equal(await app.db.transaction((tx) => applyPending(tx, id)), false)
      assert.equal((await app.usage(key)).tier, 'enterprise')
    })
  })
}
