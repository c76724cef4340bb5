import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Http } from './http/server.ts'
import { queueHealth } from './jobs/store.ts'
import { ApiError } from './kernel/errors.ts'
import { bearerOf } from './pipeline/authenticate.ts'
import type { Invoke } from './pipeline/invoke.ts'
import type { OutboundLog } from './providers/guarded-caller.ts'
import type { Db } from './store/db.ts'

/** Seconds, from a cached read to a slow provider. */
const LATENCY = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const BATCH = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000]

export type Metrics = {
  /** Every operation by REST and MCP alike, with its status and how long it took. */
  measured(invoke: Invoke): Invoke
  meterFlush(size: number, seconds: number): void
  providerCall(entry: OutboundLog): void
  delivery(entry: OutboundLog): void
  /** What became of the spans of traces. */
  spans(outcome: 'exported' | 'dropped' | 'failed', count: number): void
  registry: Registry
}

/** Off unless it is configured: who does not scrape pays nothing for it. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const flushes = new Histogram({
    name: 'herald_meter_flush_seconds',
    help: 'Group commits of the meter.',
    buckets: LATENCY,
    registers,
  })
  const batches = new Histogram({
    name: 'herald_meter_batch_requests',
    help: 'Requests in one group commit.',
    buckets: BATCH,
    registers,
  })
  const calls = new Histogram({
    name: 'herald_provider_call_seconds',
    help: 'Calls of outside platforms.',
    labelNames: ['lane', 'outcome'],
    buckets: LATENCY,
    registers,
  })
  const deliveries = new Counter({
    name: 'herald_webhook_attempts_total',
    help: 'Attempts to deliver a webhook.',
    labelNames: ['outcome'],
    registers,
  })
  const spans = new Counter({
    name: 'herald_trace_spans_total',
    help: 'Spans of traces: exported, dropped because too many waited, or failed at the collector.',
    labelNames: ['outcome'],
    registers,
  })
  gaugeQueues(db, registry)
  return {
    measured: measurer(registry),
    meterFlush(size, seconds) {
      flushes.observe(seconds)
      batches.observe(size)
    },
    providerCall: (entry) =>
      calls.observe({ lane: entry.lane ?? 'none', outcome: outcomeOf(entry) }, entry.duration_ms / 1000),
    delivery: (entry) => deliveries.inc({ outcome: outcomeOf(entry) }),
    spans: (outcome, count) => spans.inc({ outcome }, count),
    registry,
  }
}

function outcomeOf({ status, code }: OutboundLog): string {
  return code ?? (status === undefined ? 'none' : `${Math.floor(status / 100)}xx`)
}

/** The label sets of an operation are looked up once a status, so that a request allocates none. */
function measurer(registry: Registry): Metrics['measured'] {
  const requests = new Counter({
    name: 'herald_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'herald_request_seconds',
    help: 'Time from the first gate to the reply.',
    labelNames: ['operation'],
    buckets: LATENCY,
    registers: [registry],
  })
  const known = new Map<
    string,
    { times: Histogram.Internal<'operation'>; counts: Map<number, Counter.Internal> }
  >()
  function record(operation: string, status: number, seconds: number): void {
    let at = known.get(operation)
    if (at === undefined) {
      at = { times: latency.labels(operation), counts: new Map() }
      known.set(operation, at)
    }
    let count = at.counts.get(status)
    if (count === undefined) {
      count = requests.labels(operation, String(status))
      at.counts.set(status, count)
    }
    count.inc()
    at.times.observe(seconds)
  }
  return (invoke) => async (call) => {
    const started = performance.now()
    let status = 500
    try {
      const reply = await invoke(call)
      status = reply.status
      return reply
    } catch (error) {
      if (error instanceof ApiError) status = error.status
      throw error
    } finally {
      record(call.operation.id, status, (performance.now() - started) / 1000)
    }
  }
}

/** Asked for when somebody scrapes, and not before. */
function gaugeQueues(db: Db, registry: Registry): void {
  const registers = [registry]
  const labelNames = ['queue'] as const
  const age = new Gauge({
    name: 'herald_queue_oldest_seconds',
    help: 'How long the oldest due job has waited.',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'herald_queue_depth',
    help: 'Jobs that are due and not taken.',
    labelNames,
    registers,
    async collect() {
      this.reset()
      age.reset()
      for (const { queue, depth, oldest_seconds } of await queueHealth(db).catch(() => [])) {
        this.set({ queue }, depth)
        age.set({ queue }, oldest_seconds)
      }
    },
  })
}

/** On the service's own port for whoever has the operator's token for it. */
export function mountMetrics(http: Http, { registry }: Metrics, token: string): void {
  http.route('GET', '/metrics', async ({ headers }) => {
    const given = bearerOf(headers.authorization) ?? ''
    if (!timingSafeEqual(digest(given), digest(token)))
      return { status: 401, content_type: 'text/plain', body: '401\n' }
    return { status: 200, content_type: registry.contentType, body: await registry.metrics() }
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** On a port of its own, which the operator keeps to himself. */
export async function serveMetrics(
  { registry }: Metrics,
  port: number,
  host: string,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    // A server that listens on a host and port has an address with a port.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
