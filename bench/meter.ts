import { systemClock } from '../src/kernel/clock.ts'
import { uuidv7 } from '../src/kernel/ids.ts'
import { decideBatch } from '../src/meter/decide-batch.ts'
import { createMeter } from '../src/meter/meter.ts'
import type { MeterRequest } from '../src/meter/request.ts'
import { lockMeters } from '../src/meter/store.ts'
import { memoryWindows, sharedWindows } from '../src/pipeline/rate-window.ts'
import type { Db } from '../src/store/db.ts'
import { openEmbedded } from '../src/store/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { openServer } from '../src/store/server.ts'
import { startCluster } from '../test/postgres.ts'

const CALLERS = 64
const SLICE_MS = 1_500
const ROUNDS = 3
const HUGE = 1_000_000_000_000

const request = (tenant: string): MeterRequest => ({
  tenant_id: tenant,
  mode: 'live',
  event_id: uuidv7(),
  operation: 'bench.metered',
  meter: 'action',
  request_id: '5f2c1d52-6a8f-4d0e-9a53-0c7e0a1b2c3d',
  key_id: 'key_019a84d2c3f17c25b8d2e4f60718293a',
  agent_runs: 0,
  workflow_runs: 0,
  cost_micros: 1_000,
  hold_micros: 0,
  apart: false,
  limits: {
    actions: HUGE,
    agent_runs: HUGE,
    workflow_runs: HUGE,
    spend_cap_micros: HUGE,
    requests_per_minute: HUGE,
  },
  overages: false,
})

/** How often a second so many callers, each waiting for its answer, get one. */
async function rate(ask: (caller: number) => Promise<unknown> | unknown): Promise<number> {
  const from = performance.now()
  const until = from + SLICE_MS
  let answers = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      while (performance.now() < until) {
        await ask(caller)
        // Answers from memory arrive without a turn of the event loop; give the others theirs.
        if (++answers % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    }),
  )
  return (answers / (performance.now() - from)) * 1_000
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function compare(title: string, db: Db): Promise<void> {
  const meter = createMeter(db)
  const tenants = ['ten_a', 'ten_b', 'ten_c', 'ten_d', 'ten_e']
  await db.transaction((tx) =>
    lockMeters(
      tx,
      [...tenants, 'ten_hot'].map((tenant_id) => ({ tenant_id, mode: 'live' })),
    ),
  )
  const windows = db.embedded ? memoryWindows(systemClock) : sharedWindows(db)
  const kinds: [string, (caller: number) => Promise<unknown> | unknown][] = [
    ['one statement a request, one tenant', () => decideBatch(db, [request('ten_hot')], false)],
    ['the meter, one tenant', () => meter.reserve(request('ten_hot'))],
    ['the meter, five tenants', (caller) => meter.reserve(request(tenants[caller % 5] ?? 'ten_a'))],
    ['the limiter, one window of 3,000', () => windows.take('ten_hot', 'bench.limited', 3_000)],
    ['the limiter, 64 windows of 600', (caller) => windows.take(`ten_${caller}`, 'bench.limited', 600)],
  ]
  const rates = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, ask] of kinds) rates.set(name, [...(rates.get(name) ?? []), await rate(ask)])
  }
  const base = median(rates.get(kinds[0]?.[0] ?? '') ?? [])
  console.log(
    `\n${title}, ${CALLERS} callers, medians of ${ROUNDS} interleaved rounds\n| what | answers/s | ratio |\n|---|---|---|`,
  )
  for (const [name] of kinds) {
    const own = median(rates.get(name) ?? [])
    console.log(`| ${name} | ${Math.round(own)} | ${(own / base).toFixed(1)} |`)
  }
}

/** The meter and the limiter alone, without HTTP, against a statement a request on the same database. */
export async function benchMeter(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  const server = await openServer({ url: await cluster.database(), max: 8 })
  await compare('PostgreSQL', server)
  await server.close()
  await cluster.stop()
  const embedded = await openEmbedded(null)
  await migrate(embedded)
  await compare('PGlite', embedded)
  await embedded.close()
}
