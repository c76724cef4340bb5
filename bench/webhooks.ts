/**
 * Webhook deliveries against a bare undici + HMAC loop to the same receiver, and how soon an event's first attempt
 * comes, alone and beside endpoints that hang. Ratios and milliseconds, each with its target.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { startDeliveries } from '../src/deliveries.ts'
import { emit } from '../src/events/outbox.ts'
import { DEADLINE_MS, secretOf } from '../src/events/send.ts'
import { newSecret } from '../src/events/sign.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { newId } from '../src/kernel/ids.ts'
import { createVault, newKey } from '../src/kernel/vault.ts'
import type { Db } from '../src/store/db.ts'
import { openEmbedded } from '../src/store/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { openServer } from '../src/store/server.ts'
import { insertEndpoint } from '../src/surfaces/webhooks/store.ts'
import { startCluster } from '../test/postgres.ts'

const ROUNDS = 7
const DELIVERIES = 8_000
/** As many as the engine may have under way with these endpoints, for both sides. */
const TENANTS = 64
const CONNECTIONS = TENANTS * 8
const EVENTS_PER_SECOND = 500
const SECONDS = 6
const DEAD_ENDPOINTS = 200
const PAIRS = 3

const vault = createVault([{ version: 1, key: newKey() }])
let config = {
  allow_private_targets: true,
  webhook_retry_schedule: [5, 300],
  database_url: null as string | null,
}
const log = { error: (details: object, message: string) => console.error(message, details) }
const data = { endpoint_id: '', message: 'x'.repeat(300) }

export async function benchWebhooks(): Promise<void> {
  const receiver = await startReceiver()
  const cluster = await startCluster()
  const url = await cluster.database()
  const server = await openServer({ url })
  const embedded = await openEmbedded(null)
  await migrate(embedded)
  config = { ...config, database_url: url }
  await throughput('PostgreSQL', server, receiver, 0.6)
  await latency('PostgreSQL', server, receiver)
  config = { ...config, database_url: null }
  await throughput('embedded', embedded, receiver, null)
  await latency('embedded', embedded, receiver)
  receiver.child.disconnect()
  await Promise.all([embedded.close(), server.close()])
  await cluster.stop()
}

type Receiver = { child: ChildProcess; url: string; ask(): Promise<{ count: number; delays: number[] }> }

async function startReceiver(): Promise<Receiver> {
  const child = fork(new URL('./webhook-receiver.ts', import.meta.url))
  const [{ port }] = await once(child, 'message')
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    async ask() {
      const answer = once(child, 'message')
      child.send('how many?')
      return (await answer)[0]
    },
  }
}

async function throughput(name: string, db: Db, receiver: Receiver, target: number | null): Promise<void> {
  const tenants: string[] = []
  for (let n = 0; n < TENANTS; n++) {
    const tenant = newId('ten')
    await addEndpoint(db, tenant, `${receiver.url}/count`)
    tenants.push(tenant)
  }
  const engine = startDeliveries({ db, vault, clock: systemClock, log, config })
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const ratios: number[] = []
  const rates: number[] = []
  // Round 0 compiles and connects: it warms up both and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await rate(() => bareLoop(receiver, dispatcher))
    const before = (await receiver.ask()).count
    await queueMany(db, tenants)
    const ours = await rate(() => arrived(receiver, before + DELIVERIES))
    if (round === 0) continue
    ratios.push(ours / bare)
    rates.push(ours)
  }
  await engine.stop()
  await dispatcher.close()
  report(`${name}: deliveries a second beside a bare loop`, median(ratios), '', target, 'at least')
  console.log(
    `    ${Math.round(median(rates))}/s; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  )
}

async function rate(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return DELIVERIES / ((performance.now() - started) / 1_000)
}

async function bareLoop(receiver: Receiver, dispatcher: Agent): Promise<void> {
  const secret = newSecret()
  const body = JSON.stringify({ id: newId('evt'), event: 'webhook.test', data })
  let left = DELIVERIES
  async function one(): Promise<void> {
    while (left-- > 0) {
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'service-signature': `sha256=${signature}` }
      const reply = await request(`${receiver.url}/count`, { method: 'POST', headers, body, dispatcher })
      await reply.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
}

async function addEndpoint(db: Db, tenant_id: string, url: string): Promise<void> {
  const id = newId('whk')
  const secret = vault.seal(newSecret(), secretOf({ tenant_id, id }))
  await db.transaction((tx) =>
    insertEndpoint(tx, { tenant_id, mode: 'live' }, { id, url, events: ['*'], description: null, secret }),
  )
}

/** In one transaction: its commit is what lets the engine, which is running, begin. */
async function queueMany(db: Db, tenants: readonly string[]): Promise<void> {
  if (db.embedded) await db.script('vacuum analyze')
  await db.transaction(async (tx) => {
    for (let n = 0; n < DELIVERIES; n++) {
      await emit(tx, {
        tenant_id: tenants[n % tenants.length] ?? '',
        mode: 'live',
        event: 'webhook.test',
        data,
      })
    }
  })
}

async function arrived(receiver: Receiver, count: number): Promise<void> {
  while ((await receiver.ask()).count < count) await pause(5)
}

async function latency(name: string, db: Db, receiver: Receiver): Promise<void> {
  const tenant = newId('ten')
  await addEndpoint(db, tenant, `${receiver.url}/timed`)
  const engine = startDeliveries({ db, vault, clock: systemClock, log, config })
  // The first second compiles and connects: it warms up both and is not counted.
  await firstAttempts(db, receiver, tenant, 1)
  const dead = await addDead(db, receiver)
  const alones: number[] = []
  const besides: number[] = []
  // In turns, so that what else the machine does meets both.
  for (let pair = 0; pair < PAIRS; pair++) {
    alones.push(await firstAttempts(db, receiver, tenant, SECONDS))
    besides.push(await firstAttempts(db, receiver, tenant, SECONDS, dead))
    await giveUp(db)
  }
  const [alone, beside] = [median(alones), median(besides)]
  report(`${name}: event to first attempt at ${EVENTS_PER_SECOND}/s, p99`, alone, ' ms', 250, 'at most')
  report(
    `${name}: the same beside ${DEAD_ENDPOINTS} endpoints that hang, p99`,
    beside,
    ' ms',
    2 * alone,
    'at most',
  )
  console.log(`    pairs ${alones.map((ms, at) => `${ms} ${besides[at]}`).join(', ')}`)
  await engine.stop()
}

/** Ends what waits for the endpoints that hang, and lets what is under way to them time out. */
async function giveUp(db: Db): Promise<void> {
  await db.script(`update webhook_deliveries set status = 'dead', due_at = null where due_at is not null`)
  await pause(DEADLINE_MS)
  if (db.embedded) await db.script('vacuum analyze')
}

async function addDead(db: Db, receiver: Receiver): Promise<string[]> {
  const tenants: string[] = []
  for (let n = 0; n < DEAD_ENDPOINTS; n++) {
    const tenant = newId('ten')
    await addEndpoint(db, tenant, `${receiver.url}/hang`)
    tenants.push(tenant)
  }
  return tenants
}

/** A steady stream of single transactions, after ten events for each endpoint that hangs. */
async function firstAttempts(
  db: Db,
  receiver: Receiver,
  tenant: string,
  seconds: number,
  dead: readonly string[] = [],
): Promise<number> {
  await receiver.ask()
  const say = (tenant_id: string) =>
    db.transaction((tx) => emit(tx, { tenant_id, mode: 'live', event: 'webhook.test', data }))
  for (const one of dead) await Promise.all(Array.from({ length: 10 }, () => say(one)))
  const pending: Promise<unknown>[] = []
  const started = performance.now()
  const total = EVENTS_PER_SECOND * seconds
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - started) / 1_000) * EVENTS_PER_SECOND)
    for (; sent < due; sent++) pending.push(say(tenant))
    await pause(4)
  }
  await Promise.all(pending)
  const delays: number[] = []
  while (delays.length < total) {
    delays.push(...(await receiver.ask()).delays)
    await pause(20)
  }
  return delays.sort((a, b) => a - b)[Math.floor(total * 0.99)] ?? 0
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function report(what: string, value: number, unit: string, target: number | null, bound: string): void {
  const reached =
    target === null
      ? ''
      : `  (${bound} ${target}${unit}: ${(bound === 'at least' ? value >= target : value <= target) ? 'reached' : 'MISSED'})`
  console.log(`  ${what.padEnd(72)} ${value.toFixed(2)}${unit}${reached}`)
}

if (import.meta.main) {
  await benchWebhooks()
  process.exit(0)
}
