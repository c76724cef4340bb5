import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { postgres, startApp } from '../test/harness.ts'
import { makeTenant, startProcess } from '../test/process.ts'
import { startReceiver } from './events/fixtures/receiver.ts'
import { systemClock } from './kernel/clock.ts'
import { createTracer, type FinishedSpan } from './kernel/trace.ts'
import { createExporter } from './otlp.ts'
import { createGuardedCaller } from './providers/guarded-caller.ts'

type Value = { stringValue?: string; intValue?: string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number; message?: string }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

/** What an OpenTelemetry collector is to us: it takes OTLP's JSON at /v1/traces. */
async function startCollector(answer: (response: ServerResponse) => void = (response) => response.end('{}')) {
  const spans: Span[] = []
  const asked: { url: string | undefined; key: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push({ url: request.url, key: request.headers['x-api-key']?.toString() })
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function attribute(span: Span | undefined, key: string): string | undefined {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

describe('traces', () => {
  test('follow a request into its run, its provider calls and its webhook, in the trace of whoever called', async () => {
    const [collector, receiver] = [await startCollector(), await startReceiver()]
    const server = await startProcess({
      DATABASE_URL: await (await postgres()).database(),
      ALLOW_PRIVATE_TARGETS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key,x-other=1',
      METRICS_TOKEN: 'metrics-of-the-trace-test',
    })
    const { key } = await makeTenant(server)
    await server.call('POST /webhooks', { key, body: { url: receiver.url, events: ['*'] } })
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': crypto.randomUUID() }
    const body = { brand: 'Acme', queries: ['best coffee'], platforms: ['chatgpt'] }
    const accepted = await server.call('POST /aeo/scan', { key, body, headers })
    assert.equal(accepted.status, 202, accepted.text)
    await server.call('GET /usage')
    await eventually(async () => receiver.received.length === 1)
    const found = await eventually(async () => {
      const named = (name: string) => collector.spans.find((span) => span.name.startsWith(name))
      const [request, run, delivery] = [named('POST /v1/aeo/scan'), named('run'), named('webhook delivery')]
      const call = collector.spans.find(
        ({ parentSpanId }) => run !== undefined && parentSpanId === run.spanId,
      )
      const refused = named('GET /v1/usage')
      return request && run && call && delivery && refused ? { request, run, call, delivery, refused } : null
    })
    const { request, run, delivery, refused } = found
    const calls = collector.spans.filter(({ parentSpanId }) => parentSpanId === run.spanId)
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [TRACE, CALLER, 2])
    assert.deepEqual([run.traceId, run.parentSpanId], [TRACE, request.spanId])
    assert.ok(calls.length > 0 && calls.every(({ name, kind }) => name.startsWith('call ') && kind === 3))
    assert.equal(attribute(request, 'http.route'), '/v1/aeo/scan')
    assert.equal(attribute(request, 'http.response.status_code'), '202')
    assert.equal(attribute(request, 'herald.request_id'), headers['x-request-id'])
    assert.equal(attribute(run, 'herald.run_id'), accepted.body.run_id)
    assert.equal(attribute(run, 'herald.agent'), 'aeo-scanner')
    assert.equal(attribute(delivery, 'http.response.status_code'), '200')
    assert.equal(delivery.parentSpanId, undefined, 'a delivery is nobody’s child, whoever woke the engine')
    assert.deepEqual([attribute(refused, 'http.response.status_code'), refused.status], ['401', {}])
    for (const span of collector.spans)
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
    assert.ok(collector.asked.every((one) => one.url === '/v1/traces' && one.key === 'a key'))
    assert.ok(!JSON.stringify(collector.spans).includes(key), 'no key is in a span')
    const scraped = await fetch(`${server.url}/metrics`, {
      headers: { authorization: 'Bearer metrics-of-the-trace-test' },
    })
    assert.match(await scraped.text(), /herald_trace_spans_total\{outcome="exported"\} [1-9]/)
    await server.stop()
    await Promise.all([collector.close(), receiver.close()])
  })

  test('are off unless a collector is configured: requests then pass no tracer at all', async () => {
    const app = await startApp({ store: 'PGlite' })
    assert.equal(app.app.tracer, null)
    await app.close()
  })
})

describe('the exporter', () => {
  const SPAN: FinishedSpan = {
    trace_id: TRACE,
    id: CALLER,
    parent_id: null,
    name: 'x',
    kind: 'internal',
    started_at: 1,
    ended_at: 2,
    attributes: {},
    error: null,
  }

  async function exporting(answer: (response: ServerResponse) => void, max_queued = 10) {
    const counts = { exported: 0, dropped: 0, failed: 0 }
    const [collector, caller] = [await startCollector(answer), createGuardedCaller()]
    const exporter = createExporter({
      endpoint: collector.url,
      headers: {},
      service_name: 'herald',
      call: caller.callProvider,
      counted(outcome, count) {
        counts[outcome] += count
      },
      delay_ms: 1,
      max_queued,
    })
    const close = () => Promise.all([collector.close(), caller.close()])
    return { counts, collector, exporter, close }
  }

  test('drops and counts what a collector that hangs leaves waiting, and makes nobody wait', async () => {
    const open: ServerResponse[] = []
    const { counts, collector, exporter, close } = await exporting((response) => void open.push(response))
    exporter.record(SPAN)
    await eventually(async () => open.length === 1)
    for (let n = 0; n < 25; n++) exporter.record(SPAN)
    assert.deepEqual(counts, { exported: 0, dropped: 15, failed: 0 })
    open[0]?.end('{}')
    await eventually(async () => open.length === 2)
    open[1]?.end('{}')
    await eventually(async () => counts.exported === 11)
    assert.equal(collector.spans.length, 11)
    await close()
  })

  test('counts what a collector refuses or cannot be reached for, and sends the last spans when it is closed', async () => {
    const { counts, collector, exporter, close } = await exporting((response) =>
      response.writeHead(400).end(),
    )
    exporter.record(SPAN)
    await exporter.close()
    assert.deepEqual(counts, { exported: 0, dropped: 0, failed: 1 })
    await collector.close()
    exporter.record(SPAN)
    await exporter.close()
    assert.deepEqual(counts, { exported: 0, dropped: 0, failed: 2 })
    await close().catch(() => {})
  })
})

describe('the tracer', () => {
  test('continues a valid traceparent, begins anew without one, and records nothing of a trace that is not sampled', async () => {
    const spans: FinishedSpan[] = []
    const tracer = createTracer(systemClock, (span) => spans.push(span))
    const within = (header: string | undefined) =>
      tracer.continue(header, () => tracer.span('x', 'internal', {}, async () => tracer.current()))
    assert.match(
      (await within(`00-${TRACE}-${CALLER}-01`)) ?? '',
      new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`),
    )
    assert.match(
      (await within(`00-${TRACE}-${CALLER}-00`)) ?? '',
      new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`),
    )
    assert.equal(spans.length, 1)
    const malformed = ['', 'x', `ff-${TRACE}-${CALLER}-01`, `00-${'0'.repeat(32)}-${CALLER}-01`, undefined]
    for (const header of malformed) assert.ok(!(await within(header))?.includes(TRACE))
    assert.ok(spans.slice(1).every(({ parent_id }) => parent_id === null))
    assert.equal(tracer.current(), null)
  })

  test('notes the code of what throws, never its message', async () => {
    const spans: FinishedSpan[] = []
    const tracer = createTracer(systemClock, (span) => spans.push(span))
    const error = Object.assign(new Error('Bearer of bad news'), { code: 'ECONNRESET' })
    await assert.rejects(tracer.span('x', 'internal', {}, () => Promise.reject(error)))
    assert.equal(spans[0]?.error, 'ECONNRESET')
  })
})
