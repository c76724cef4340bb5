import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../src/kernel/clock.ts'
import { sweep } from '../src/maintenance.ts'
import { createMeter } from '../src/meter/meter.ts'
import { openGates } from '../src/store/server.ts'
import { ask } from './ask.ts'
import { eventually } from './eventually.ts'
import { errorCode, postgres, startApp, type TestApp } from './harness.ts'
import { PROBE_TABLE, probe, probeAgent } from './probe.ts'

/** What holds while parts of the database are stuck, lost or late. */

/** Stands between a client and its server, and cuts every connection when told to. */
async function cuttable(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('the meter when connections break', () => {
  test('an unknown commit is found out: what was granted is counted once, what was refused not at all', async () => {
    const url = await (await postgres()).database()
    const { hostname, port } = new URL(url)
    const wire = await cuttable({ host: hostname, port: Number(port) })
    const throughWire = new URL(url)
    throughWire.port = String(wire.port)
    const gates = openGates(throughWire.href)
    const meter = createMeter(gates)
    const outcomes = { granted: 0, refused: 0 }
    let cuts = 0
    const callers = Array.from({ length: 16 }, async () => {
      for (let n = 0; n < 150; n++) {
        await meter.reserve(ask('ten_wire')).then(
          () => outcomes.granted++,
          () => outcomes.refused++,
        )
        // In the middle of whatever is under way.
        if ((outcomes.granted + outcomes.refused) % 97 === 0) {
          cuts++
          wire.cut()
        }
      }
    })
    await Promise.all(callers)
    assert.ok(cuts > 5, `${cuts} cuts`)
    const client = new pg.Client(url)
    await client.connect()
    const counted = await eventually(async () => {
      const { rows } =
        await client.query(`select (select actions from meters where tenant_id = 'ten_wire')::int as actions,
        (select count(*) from each_usage_event where tenant_id = 'ten_wire')::int as events`)
      return rows[0].actions === outcomes.granted ? rows[0] : null
    })
    assert.deepEqual(counted, { actions: outcomes.granted, events: outcomes.granted })
    assert.equal(outcomes.granted + outcomes.refused, 16 * 150)
    await client.end()
    await gates.close()
    await wire.close()
  })
})

describe('when one row is stuck', () => {
  let app: TestApp
  let blocker: pg.Client

  before(async () => {
    app = await startApp({ store: 'PostgreSQL', extra: [probe], agents: [probeAgent] })
    await app.db.script(PROBE_TABLE)
    blocker = new pg.Client(app.databaseUrl ?? '')
    await blocker.connect()
  })
  after(async () => {
    await blocker.end()
    await app.close()
  })

  const act = (key: string) => app.call('POST /probe/act', { key, body: { text: 'x' } })

  test('its tenant is refused in time and not charged; every other tenant goes on', async () => {
    const stuck = await app.tenant()
    const other = await app.tenant()
    await act(stuck.key)
    await act(other.key)
    await blocker.query('begin')
    await blocker.query('select 1 from meters where tenant_id = $1 for update', [stuck.id])
    const since = performance.now()
    const [refused, ...served] = await Promise.all([
      act(stuck.key),
      ...Array.from({ length: 5 }, () => act(other.key)),
    ])
    assert.equal(
      `${refused?.status} ${errorCode(refused as Awaited<ReturnType<typeof act>>)}`,
      '402 quota_exceeded',
    )
    assert.deepEqual(
      served.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
    assert.ok(performance.now() - since < 2_000)
    await blocker.query('rollback')
    await eventually(async () => (await act(stuck.key)).status === 201)
    await eventually(async () => (await app.usage(stuck.key)).actions_used === 2)
  })

  test('a request whose own database is busy is 503, has no effect and costs nothing, its hold included', async () => {
    const { key } = await app.tenant()
    await blocker.query('begin')
    await blocker.query('lock table runs in access exclusive mode')
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => app.call('POST /probe/work', { key, body: {} })),
    )
    await blocker.query('rollback')
    const accepted = answers.filter(({ status }) => status === 202).length
    assert.ok(
      answers.every(
        (answer) => answer.status === 202 || errorCode(answer) === 'unavailable' || answer.status === 500,
      ),
    )
    assert.ok(accepted < 25)
    const usage = await eventually(async () => {
      const now = await app.usage(key)
      return now.held_usd === 0 ? now : null
    })
    assert.equal(usage.agent_runs_used, accepted)
  })

  test('a hold whose run was never written is found and freed', async () => {
    const { id, key } = await app.tenant()
    const meter = createMeter(app.gates)
    await meter.reserve({ ...ask(id), meter: 'agent_run', agent_runs: 1, hold_micros: 5_000_000 })
    assert.equal((await app.usage(key)).held_usd, 5)
    await sweep(app.db)
    assert.equal((await app.usage(key)).held_usd, 5, 'it may still be on its way')
    await blocker.query(
      `update usage_events set created_at = created_at - interval '1 hour' where tenant_id = $1`,
      [id],
    )
    await sweep(app.db)
    const usage = await app.usage(key)
    assert.deepEqual([usage.held_usd, usage.agent_runs_used, usage.actions_used], [0, 0, 0])
  })

  test('the hold of a grid that waits in a long queue stays', async () => {
    const { id, key } = await app.tenant()
    const request = { ...ask(id), hold_micros: 5_000_000, apart: true }
    await createMeter(app.gates).reserve(request)
    await blocker.query(
      `insert into local_grids (tenant_id, id, mode, input, status, points, usage_event_id, provider, simulated)
        values ($1, 'grid_1', 'live', '{}', 'queued', '[]', $2, 'none', true)`,
      [id, request.event_id],
    )
    await blocker.query(
      `update usage_events set created_at = created_at - interval '1 hour' where tenant_id = $1`,
      [id],
    )
    await sweep(app.db)
    assert.equal((await app.usage(key)).held_usd, 5)
  })

  test('a run that keeps killing its worker is given up', async () => {
    const { key } = await app.tenant()
    await blocker.query('begin')
    await blocker.query('lock table jobs in share row exclusive mode')
    const started = app.call('POST /probe/work', { key, body: { wait: true } })
    await blocker.query('rollback')
    const { run_id } = (await started).body
    await app.call(`POST /agents/runs/${run_id}/cancel`, { key, body: {} })
    const again = await app.call('POST /probe/work', { key, body: { steps: 0 } })
    await eventually(
      async () =>
        (await app.call(`GET /agents/runs/${again.body.run_id}`, { key })).body.status === 'completed',
    )
    // As if three workers had died with it.
    const { rows } = await blocker.query(
      `insert into runs (tenant_id, id, mode, kind, agent_name, status, input, usage_event_id)
        select tenant_id, 'run_dead', mode, kind, agent_name, 'queued', '{"steps":0}', gen_random_uuid() from runs where id = $1 returning tenant_id`,
      [again.body.run_id],
    )
    await blocker.query(
      `insert into jobs (queue, tenant_id, payload, max_attempts, attempts) values ('runs', $1, '{"run_id":"run_dead"}', 3, 3)`,
      [rows[0].tenant_id],
    )
    const dead = await eventually(async () => {
      const { body } = await app.call('GET /agents/runs/run_dead', { key })
      return body.status === 'failed' ? body : null
    })
    assert.equal(dead.error_message, 'The run failed on our side, more than once.')
  })
})

describe('what a test key cannot reach', () => {
  test('live runs, live keys and overages', async () => {
    const app = await startApp({ store: 'PGlite', extra: [probe], agents: [probeAgent], clock: systemClock })
    await app.db.script(PROBE_TABLE)
    const { key } = await app.tenant({ limits: { actions: 3 } })
    const listed = await app.call('GET /api-keys', { key })
    const liveKey = (listed.body.api_keys as { id: string }[])[0]?.id
    const tester = String((await app.call('POST /api-keys', { key, body: { kind: 'test' } })).body.api_key)
    const run = await app.call('POST /probe/work', { key, body: { steps: 0 } })
    assert.equal((await app.call(`GET /agents/runs/${run.body.run_id}`, { key: tester })).status, 404)
    assert.equal(
      (await app.call(`POST /agents/runs/${run.body.run_id}/cancel`, { key: tester, body: {} })).status,
      404,
    )
    assert.equal((await app.call(`DELETE /api-keys/${liveKey}`, { key: tester })).status, 404)
    assert.equal(
      (await app.call('PATCH /tenant', { key: tester, body: { overages_enabled: true } })).status,
      403,
    )
    assert.equal((await app.call('PATCH /tenant', { key, body: { overages_enabled: true } })).status, 200)
    const statuses = []
    for (let n = 0; n < 4; n++)
      statuses.push((await app.call('POST /probe/act', { key: tester, body: { text: 'x' } })).status)
    assert.deepEqual(statuses, [201, 201, 201, 402])
    assert.equal((await app.usage(tester)).overage_charges_usd, 0)
    await app.close()
  })
})

describe('cursors that nobody sent', () => {
  test('are 400 on every list, never 500', async () => {
    const app = await startApp({ store: 'PGlite' })
    const { key } = await app.tenant()
    for (const [time, id] of [
      ['0000-01-01T00:00:00Z', 'key_ab'],
      ['2026-01-01T00:00:00+23:59', 'key_ab'],
      [`2026-01-01T00:00:00.${'1'.repeat(200)}Z`, 'key_ab'],
      ['2026-02-30T00:00:00.000Z', 'key_ab'],
      ['2026-01-01T00:00:00.000Z', "key_'; drop table api_keys"],
    ]) {
      const cursor = Buffer.from(JSON.stringify([time, id])).toString('base64url')
      const answer = await app.call(`GET /api-keys?cursor=${cursor}`, { key })
      assert.equal(errorCode(answer), 'validation_failed', `${time} ${id}: ${answer.text}`)
    }
    await app.close()
  })
})
