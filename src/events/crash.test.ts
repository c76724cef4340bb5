import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { postgres, STORES, type StoreName } from '../../test/harness.ts'
import { makeTenant, startProcess } from '../../test/process.ts'
import type { Db } from '../store/db.ts'
import { openEmbedded } from '../store/embedded.ts'
import { openServer } from '../store/server.ts'
import { sql } from '../store/sql.ts'
import { startReceiver, status } from './fixtures/receiver.ts'

const folder = mkdtempSync(join(tmpdir(), 'herald-crash-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Where the service keeps its data, and a way to look into it while no process has it. */
async function place(store: StoreName): Promise<{ env: Record<string, string>; open(): Promise<Db> }> {
  if (store === 'PGlite') return { env: { DATA_DIR: folder }, open: () => openEmbedded(folder) }
  const url = await (await postgres()).database()
  return { env: { DATABASE_URL: url }, open: () => openServer({ url, max: 2 }) }
}

const LATER = `create or replace function herald_now() returns timestamptz language sql volatile
  as 'select clock_timestamp() + interval ''1 hour'''`

for (const store of STORES) {
  describe(`kill -9 on ${store}`, () => {
    test('between post and record: the same event id and the same bytes again, and nothing else', async () => {
      const { env, open } = await place(store)
      const receiver = await startReceiver(() => {})
      const first = await startProcess({ ...env, ALLOW_PRIVATE_TARGETS: '1' })
      const { key } = await makeTenant(first)
      const made = await first.call('POST /webhooks', { key, body: { url: receiver.url, events: ['*'] } })
      const sent = await first.call(`POST /webhooks/${made.body.id}/test`, { key })
      assert.equal(sent.status, 202, sent.text)
      await eventually(async () => receiver.received.length === 1)
      await first.kill()
      receiver.answer(status(200))
      const db = await open()
      await db.script(LATER)
      await db.close()
      const second = await startProcess({ ...env, ALLOW_PRIVATE_TARGETS: '1' })
      await eventually(async () => {
        const seen = await second.call(`GET /webhooks/deliveries/${sent.body.id}`, { key })
        return seen.body.status === 'delivered'
      })
      const [before, again] = receiver.received
      assert.equal(receiver.received.length, 2)
      assert.equal(again?.body, before?.body)
      assert.deepEqual(receiver.ids(), [sent.body.event_id, sent.body.event_id])
      await second.stop()
      await receiver.close()
    })

    test('amid runs: an ended run and its event are there together or not at all', async () => {
      const { env, open } = await place(store)
      const server = await startProcess(env, 'test/probe-server.ts')
      const { id, key } = await makeTenant(server)
      const burst = Array.from({ length: 60 }, (_, n) =>
        server.call('POST /probe/work', { key, body: { steps: 1, fail: n % 3 === 0 } }).catch(() => null),
      )
      await eventually(async () => {
        const { body } = await server.call('GET /agents/runs?status=completed&limit=100', { key })
        return (body.runs as unknown[]).length >= 5
      })
      await server.kill()
      await Promise.all(burst)
      const db = await open()
      const ended = await db.rows<{ id: string; event: string }>(sql`
        select id, case status when 'completed' then 'agent.completed' else 'agent.failed' end as event from runs
        where tenant_id = ${id} and status in ('completed', 'failed') order by id`)
      const told = await db.rows<{ id: string; event: string }>(sql`
        select body::json -> 'data' ->> 'run_id' as id, event from events where tenant_id = ${id} order by 1`)
      await db.close()
      assert.ok(ended.length >= 5)
      assert.deepEqual(told, ended)
    })
  })
}
