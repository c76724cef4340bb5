import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { errorCode, postgres } from './harness.ts'
import { type Cluster, startCluster } from './postgres.ts'
import { makeTenant, type Server, startProcess } from './process.ts'

const METERED = 'GET /content/articles'

async function metered(url: string, tenantId: string): Promise<{ actions: number; events: number }> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select coalesce((select sum(actions) from meters where tenant_id = $1), 0)::int as actions,
      (select count(*) from each_usage_event where tenant_id = $1)::int as events`,
    [tenantId],
  )
  await client.end()
  return rows[0]
}

describe('several processes on one PostgreSQL', () => {
  let url: string
  let servers: Server[]

  before(async () => {
    url = await (await postgres()).database()
    servers = await Promise.all([1, 2, 3].map(() => startProcess({ DATABASE_URL: url })))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })

  const at = (index: number) => servers[index % servers.length] as Server

  test('one tenant with limit N is admitted exactly N times', async () => {
    const limit = 700
    const { id, key } = await makeTenant(at(0), { actions: limit })
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, i) => at(i).call(METERED, { key })))
    assert.equal(answers.filter(({ status }) => status === 200).length, limit)
    assert.ok(answers.every((answer) => answer.status === 200 || errorCode(answer) === 'quota_exceeded'))
    assert.deepEqual(await metered(url, id), { actions: limit, events: limit })
  })

  test('they share one sliding window', async () => {
    const { key } = await makeTenant(at(0), { requests_per_minute: 50 })
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, i) => at(i).call('GET /agents/runs', { key })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 50)
    assert.equal(answers.filter(({ status }) => status === 429).length, 100)
  })

  test('a key revoked on one is refused on every one within a second', async () => {
    const { key } = await makeTenant(at(0))
    const minted = await at(0).call('POST /api-keys', { key, body: {} })
    const doomed = String(minted.body.api_key)
    for (const server of servers) assert.equal((await server.call('GET /usage', { key: doomed })).status, 200)
    await at(0).call(`DELETE /api-keys/${minted.body.id}`, { key })
    const since = performance.now()
    for (const server of servers) {
      await eventually(async () => (await server.call('GET /usage', { key: doomed })).status === 401, 1_000)
    }
    assert.ok(performance.now() - since < 1_000)
  })

  test('kill -9 at a random moment: acknowledged ≤ metered ≤ acknowledged + in flight', async () => {
    for (let round = 0; round < 4; round++) {
      const victim = await startProcess({ DATABASE_URL: url, HERALD_ROLE: 'api' })
      const { id, key } = await makeTenant(victim)
      const { acknowledged, inFlight } = await loadUntilKilled(
        victim,
        key,
        200 + Math.floor(Math.random() * 600),
      )
      // The backend may finish a statement whose client is dead: count once it is quiet.
      const seen = await settled(() => metered(url, id))
      assert.equal(seen.actions, seen.events)
      assert.ok(acknowledged <= seen.actions, `${acknowledged} acknowledged, ${seen.actions} metered`)
      assert.ok(
        seen.actions <= acknowledged + inFlight,
        `${seen.actions} metered, ${acknowledged} + ${inFlight} sent`,
      )
    }
  })
})

/** Drives a server with many callers and kills it after so many answers. */
async function loadUntilKilled(
  server: Server,
  key: string,
  afterAnswers: number,
): Promise<{ acknowledged: number; inFlight: number }> {
  let acknowledged = 0
  let inFlight = 0
  let killed: Promise<void> | null = null
  const caller = async () => {
    while (killed === null) {
      inFlight++
      try {
        const { status } = await server.call(METERED, { key })
        inFlight--
        if (status === 200) acknowledged++
      } catch {
        return
      }
      if (acknowledged >= afterAnswers) killed ??= server.kill()
    }
  }
  await Promise.all(Array.from({ length: 32 }, caller))
  await killed
  return { acknowledged, inFlight }
}

async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = JSON.stringify(await read())
  return eventually(async () => {
    const now = await read()
    const same = JSON.stringify(now) === last
    last = JSON.stringify(now)
    return same ? now : null
  })
}

describe('the embedded database', () => {
  const folders: string[] = []
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'herald-data-'))
    folders.push(made)
    return made
  }
  after(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true })
  })

  test('a second process on the same folder refuses to start and says what to do; after kill -9 the folder is free', async () => {
    const DATA_DIR = folder()
    const first = await startProcess({ DATA_DIR })
    await assert.rejects(
      startProcess({ DATA_DIR }),
      /in use by another Herald \(process \d+\)[\s\S]*DATABASE_URL/,
    )
    assert.equal((await first.call('GET /health')).status, 200)
    await first.kill()
    const next = await startProcess({ DATA_DIR })
    assert.equal(await next.stop(), 0)
  })

  test('kill -9 under load loses nothing that was acknowledged', async () => {
    const DATA_DIR = folder()
    const victim = await startProcess({ DATA_DIR })
    const { key } = await makeTenant(victim)
    const { acknowledged, inFlight } = await loadUntilKilled(victim, key, 300)
    const next = await startProcess({ DATA_DIR })
    const usage = (await next.call('GET /usage', { key })).body as { actions_used: number }
    assert.ok(acknowledged <= usage.actions_used && usage.actions_used <= acknowledged + inFlight)
    await next.stop()
  })
})

describe('a run whose worker is killed', () => {
  for (const store of ['PGlite', 'PostgreSQL'] as const) {
    test(`on ${store} it is taken up within 15 s, and finished steps are not paid twice`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'herald-run-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      const env: Record<string, string> =
        store === 'PGlite' ? { DATA_DIR: folder } : { DATABASE_URL: await (await postgres()).database() }
      const first = await startProcess(env, 'test/probe-server.ts')
      const { key } = await makeTenant(first)
      const started = await first.call('POST /probe/work', {
        key,
        body: { steps: 500, step_cost_micros: 8 },
      })
      const path = `GET /agents/runs/${started.body.run_id}`
      const done = async (server: Server) =>
        ((await server.call(path, { key })).body.progress as { done: number }).done
      await eventually(async () => (await done(first)) > 20)
      await first.kill()
      const killedAt = performance.now()
      const second = await startProcess(env, 'test/probe-server.ts')
      const left = await done(second)
      await eventually(async () => (await done(second)) > left, 15_000)
      assert.ok(performance.now() - killedAt < 15_000, 'it is taken up within 15 s of the kill')
      const run = await eventually(async () => {
        const { body } = await second.call(path, { key })
        return body.status === 'completed' ? body : null
      }, 30_000)
      assert.equal((run.output as { attempts: number }).attempts, 2)
      assert.equal(run.cost_usd, 0.004)
      assert.equal(
        ((await second.call('GET /usage', { key })).body as { cost_usd_period: number }).cost_usd_period,
        0.004,
      )
      await second.stop()
    })
  }

  test('a stopping worker hands its run back, with its attempt, and another goes on at once', async () => {
    const env = { DATABASE_URL: await (await postgres()).database() }
    const [first, second] = await Promise.all([
      startProcess(env, 'test/probe-server.ts'),
      startProcess({ ...env, HERALD_ROLE: 'api' }, 'test/probe-server.ts'),
    ])
    const { key } = await makeTenant(first)
    const started = await first.call('POST /probe/work', { key, body: { steps: 1, wait: true } })
    const path = `GET /agents/runs/${started.body.run_id}`
    await eventually(async () => (await first.call(path, { key })).body.status === 'running')
    assert.equal(await first.stop(), 0)
    const client = new pg.Client(env.DATABASE_URL)
    await client.connect()
    const { rows } = await client.query('select attempts, lease, due_at <= herald_now() as due from jobs')
    assert.deepEqual(rows, [{ attempts: 0, lease: null, due: true }])
    await client.end()
    await second.stop()
  })
})

describe('with the database gone', () => {
  let cluster: Cluster
  let server: Server
  let key: string
  let url: string

  before(async () => {
    cluster = await startCluster()
    url = await cluster.database()
    server = await startProcess({ DATABASE_URL: url })
    key = (await makeTenant(server)).key
  })
  after(async () => {
    await server.stop()
    await cluster.stop()
  })

  async function refusedInTime(): Promise<void> {
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(METERED, { key })))
    assert.ok(performance.now() - since < 2_000, `${Math.round(performance.now() - since)} ms`)
    for (const answer of answers) assert.equal(`${answer.status} ${errorCode(answer)}`, '402 quota_exceeded')
  }

  test('metered calls are 402 within 2 s, unmetered ones 503, and it recovers by itself', async () => {
    assert.equal((await server.call(METERED, { key })).status, 200)
    await cluster.halt()
    await refusedInTime()
    assert.equal(errorCode(await server.call('GET /usage', { key })), 'unavailable')
    assert.equal((await server.call('GET /ready')).status, 503)
    assert.equal((await server.call('GET /health')).status, 200)
    await cluster.start()
    await eventually(async () => (await server.call(METERED, { key })).status === 200)
    await eventually(async () => (await server.call('GET /ready')).status === 200)
  })

  test('frozen instead of gone: the same, within the same 2 s', async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    const { rows } =
      await client.query(`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      union all select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`)
    const pids: number[] = rows.map((row) => row.pid)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    try {
      await refusedInTime()
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    await client.end()
    await eventually(async () => (await server.call(METERED, { key })).status === 200)
  })
})
