import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consent } from '../../test/consent.ts'
import { startApp, TEST_VAULT } from '../../test/harness.ts'
import { readConnectSettings } from '../config.ts'
import { createGuardedCaller } from '../providers/guarded-caller.ts'
import { buildConnectors } from '../providers/oauth/index.ts'
import { openServer } from '../store/server.ts'
import { sql } from '../store/sql.ts'
import { createConnections } from './index.ts'
import type { AccountKey } from './store.ts'

describe('two processes on one PostgreSQL', () => {
  test('refresh one expired token with one call, and a holder that died is replaced', async () => {
    const app = await startApp({ store: 'PostgreSQL', sandbox: { latency_ms: { oauth: 150 } } })
    const owner = await app.tenant()
    const started = await app.call('POST /connect/x', { key: owner.key, body: {} })
    const back = await consent(String(started.body.auth_url), { username: 'shared' })
    const done = await app.call(`GET /connect/x/callback${back.search}`)
    const account_id = String((done.body.accounts as { id: string }[])[0]?.id)
    const key: AccountKey = { tenant_id: owner.id, mode: 'live', account_id }
    const { current: url } = (await app.db.row<{ current: string }>(sql`
      select format('postgres://herald:herald@127.0.0.1:%s/%s', inet_server_port(), current_database()) as current`)) ?? {
      current: '',
    }
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const db = await openServer({ url, max: 4 })
        const caller = createGuardedCaller()
        const connectors = buildConnectors(readConnectSettings({}, app.config, app.sandbox.url), caller)
        const connections = createConnections({ db, vault: TEST_VAULT, connectors })
        return { connections, close: () => Promise.all([db.close(), caller.close()]) }
      }),
    )
    const refreshes = () =>
      app.sandbox.stats().by_prompt.find(({ prompt }) => prompt === 'refresh x shared')?.asked ?? 0
    try {
      for (let round = 1; round <= 3; round++) {
        await app.db.run(sql`
          update connected_accounts set expires_at = herald_now() where tenant_id = ${owner.id} and id = ${account_id}`)
        const got = await Promise.all(
          Array.from({ length: 8 }, (_, i) => processes[i % 2]?.connections.accessToken(key)),
        )
        assert.ok(
          got.every((one) => one?.ok),
          JSON.stringify(got),
        )
        assert.equal(new Set(got.map((one) => one?.ok && one.value.token)).size, 1)
        assert.equal(refreshes(), round)
      }
      // The holder of this lease is gone; nobody waits for it longer than the lease lasts.
      await app.db.run(sql`
        update connected_accounts set expires_at = herald_now(), lease = gen_random_uuid(),
          leased_until = herald_now() + interval '300 milliseconds'
        where tenant_id = ${owner.id} and id = ${account_id}`)
      assert.ok((await processes[0]?.connections.accessToken(key))?.ok)
      assert.equal(refreshes(), 4)
    } finally {
      for (const one of processes) await one.close()
      await app.close()
    }
  })
})
