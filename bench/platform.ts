import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../test/postgres.ts'
import { makeTenant, type Server, startProcess } from '../test/process.ts'
import { createLoader, type Load } from './load.ts'

/** What the echo is sent in a key's place, so that its request is as long. */
const NO_KEY = 'hk_live_00000000000000000000000000000000000000'
const ROUNDS = 41
const SLICE_MS = 250
/** A new process compiles what is busy for some seconds; what it does from then on is measured. */
const WARM_MS = 6_000
const CONNECTIONS = 64
const BODY = JSON.stringify({ text: 'How visible is Acme in answers about project management?' })

type Target = { name: string; server: Server; load: Load }

function post(server: Server, path: string, key: string, connections: number): Load {
  const { port } = new URL(server.url)
  const request = [
    `POST /v1${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(BODY)}`,
    '',
    BODY,
  ].join('\r\n')
  return { port: Number(port), request, connections, ms: SLICE_MS }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Requests through the whole service against a bare echo of the same payload, slice by slice in one run. */
export async function benchPlatform(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'))
  const loader = createLoader()
  const limits = { actions: 1_000_000_000, requests_per_minute: 100_000 }
  // Log lines are written as in production; only their reader is missing.
  const echo = await startProcess({}, 'bench/serve.ts', ['echo'], { watched: false })
  const serve = (env: Record<string, string>) => startProcess(env, 'bench/serve.ts', [], { watched: false })
  const onPostgres = await serve({ DATABASE_URL: await cluster.database() })
  const onPglite = await serve({ DATA_DIR: folder })
  const keys = new Map<Server, string>()
  for (const server of [onPostgres, onPglite])
    keys.set(server, (await makeTenant(server, { spend_cap_usd: 1_000_000_000, ...limits })).key)
  const target = (name: string, server: Server, path: string, connections = CONNECTIONS): Target => ({
    name,
    server,
    load: post(server, path, keys.get(server) ?? NO_KEY, connections),
  })
  try {
    await compare(loader, `${CONNECTIONS} connections`, [
      target('bare node:http echo', echo, '/echo'),
      target('not metered, PostgreSQL', onPostgres, '/bench/free'),
      target('metered, PostgreSQL', onPostgres, '/bench/metered'),
      target('rate-limited, PostgreSQL', onPostgres, '/bench/limited'),
      target('not metered, PGlite', onPglite, '/bench/free'),
      target('metered, PGlite', onPglite, '/bench/metered'),
      target('rate-limited, PGlite', onPglite, '/bench/limited'),
    ])
    await compare(loader, 'one caller', [
      target('bare node:http echo', echo, '/echo', 1),
      target('metered, PostgreSQL', onPostgres, '/bench/metered', 1),
      target('metered, PGlite', onPglite, '/bench/metered', 1),
    ])
    if (process.argv.includes('--memory'))
      await memory(loader, target('metered, PostgreSQL', onPostgres, '/bench/metered'))
  } finally {
    await loader.close()
    for (const server of [echo, onPostgres, onPglite]) await server.kill()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rateOf = ({ requests, ms }: { requests: number; ms: number }): number => (requests / ms) * 1_000

async function compare(
  loader: ReturnType<typeof createLoader>,
  title: string,
  targets: Target[],
): Promise<void> {
  const ratios = new Map<string, number[]>()
  const rates = new Map<string, number[]>()
  const p50 = new Map<string, number[]>()
  const p99 = new Map<string, number[]>()
  const statements = new Map<string, number[]>()
  const [echo, ...measured] = targets
  if (echo === undefined) return
  for (const { load } of targets) await loader.run({ ...load, ms: WARM_MS })
  for (const { name, server, load } of measured) {
    let before = await loader.run(echo.load)
    for (let round = 0; round < ROUNDS; round++) {
      // The machine's speed changes from second to second: each slice is held against echoes right before and after it.
      const statementsBefore = await sent(server, keyIn(load))
      const { requests, ms, status, p50_ms, p99_ms } = await loader.run(load)
      push(statements, name, ((await sent(server, keyIn(load))) - statementsBefore) / requests)
      const after = await loader.run(echo.load)
      if (status !== 200 && status !== 429) throw new Error(`${name} answered ${status}`)
      const base = (rateOf(before) + rateOf(after)) / 2
      push(ratios, name, rateOf({ requests, ms }) / base)
      push(rates, name, rateOf({ requests, ms }))
      push(p50, name, p50_ms)
      push(p99, name, p99_ms)
      push(ratios, echo.name, 1)
      push(rates, echo.name, base)
      push(p50, echo.name, after.p50_ms)
      push(p99, echo.name, after.p99_ms)
      push(statements, echo.name, 0)
      before = after
    }
  }
  console.log(`\n${title}, ${ROUNDS} interleaved rounds of ${SLICE_MS / 1_000} s, medians`)
  console.log(
    '| what | of the echo | requests/s | p50 ms | p99 ms | SQL a request |\n|---|---|---|---|---|---|',
  )
  for (const { name } of targets) {
    const cells = [
      median(ratios.get(name) ?? []).toFixed(2),
      Math.round(median(rates.get(name) ?? [])).toString(),
      median(p50.get(name) ?? []).toFixed(2),
      median(p99.get(name) ?? []).toFixed(2),
      median(statements.get(name) ?? []).toFixed(3),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}

/** A million metered requests; the heap after a collection must end where it began. */
async function memory(loader: ReturnType<typeof createLoader>, { server, load }: Target): Promise<void> {
  console.log('\nmemory over a million metered requests\n| requests | heap MB | resident MB |\n|---|---|---|')
  for (let done = 0, next = 0; next <= 1_000_000; ) {
    if (done >= next) {
      const { body } = await server.call('GET /bench/stats?collect=true', { key: keyIn(load) })
      console.log(`| ${done} | ${Number(body.heap_mb).toFixed(1)} | ${Number(body.rss_mb).toFixed(0)} |`)
      next += 200_000
    }
    done += (await loader.run({ ...load, ms: 5_000 })).requests
  }
}

async function sent(server: Server, key: string): Promise<number> {
  if (key === NO_KEY) return 0
  const { body } = await server.call('GET /bench/stats', { key })
  return Number(body.statements)
}

function keyIn(load: Load): string {
  return /Bearer (\S+)/.exec(load.request)?.[1] ?? ''
}

function push(map: Map<string, number[]>, name: string, value: number): void {
  map.set(name, [...(map.get(name) ?? []), value])
}
