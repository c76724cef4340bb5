import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { STORES } from '../../test/harness.ts'
import { sql } from '../store/sql.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'
import { expireQueued, forgetOld, walkQueued } from './queue-store.ts'

for (const store of STORES) {
  describe(`what becomes of old deliveries on ${store}`, () => {
    let app: Hooked
    before(async () => {
      app = await startHooked({ store })
    })
    after(() => app.close())

    test('what waited past the horizon is a dead letter; after 30 days event, delivery and attempts are gone', async () => {
      const who = await app.tenant()
      await app.endpoint(who, 'https://example.com/')
      const old = await app.emit(who)
      assert.equal(await expireQueued(app.db, 3_600), 0)
      await app.skip(3_601)
      const young = await app.emit(who)
      assert.equal(await expireQueued(app.db, 3_600), 1)
      const states = Object.fromEntries(
        (await app.deliveries(who)).map((one) => [one.event_id, [one.status, one.error]]),
      )
      assert.deepEqual(states, { [old]: ['dead', 'expired'], [young]: ['pending', null] })

      await app.db.run(sql`
        insert into delivery_attempts (tenant_id, delivery_id, attempt, duration_ms)
        select tenant_id, id, 1, 1 from webhook_deliveries where tenant_id = ${who.id}`)
      await app.skip(30 * 86_400 - 3_000)
      assert.equal(await forgetOld(app.db, 100), 1)
      const left = await app.db.row<{ events: number; deliveries: number; attempts: number }>(sql`
        select (select count(*) from events where tenant_id = ${who.id}) as events,
          (select count(*) from webhook_deliveries where tenant_id = ${who.id}) as deliveries,
          (select count(*) from delivery_attempts where tenant_id = ${who.id}) as attempts`)
      assert.deepEqual(left, { events: 1, deliveries: 1, attempts: 1 })
      assert.equal((await app.deliveries(who))[0]?.event_id, young)
    })

    test('the walk finds every endpoint with something queued, page by page, and says what is due', async () => {
      const expected = new Set<string>()
      for (let n = 0; n < 7; n++) {
        const who = await app.tenant()
        const { id } = await app.endpoint(who, 'https://example.com/')
        await app.emit(who)
        await app.emit(who)
        expected.add(id)
      }
      const found: string[] = []
      let at = { tenant_id: '', endpoint_id: '' }
      for (;;) {
        const page = await walkQueued(app.db, at, 3)
        found.push(...page.filter(({ due }) => due).map(({ endpoint_id }) => endpoint_id))
        const last = page.at(-1)
        if (page.length < 3 || last === undefined) break
        at = last
      }
      for (const id of expected) assert.equal(found.filter((one) => one === id).length, 1)
    })
  })
}
