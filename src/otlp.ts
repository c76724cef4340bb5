import type { FinishedSpan, SpanKind } from './kernel/trace.ts'
import type { CallProvider } from './providers/contract.ts'
import { VERSION } from './version.ts'

export type ExporterOptions = {
  /** Base address of the collector; spans go to /v1/traces below it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  service_name: string
  call: CallProvider
  /** What became of spans: exported, dropped because too many waited, or failed at the collector. */
  counted(outcome: 'exported' | 'dropped' | 'failed', count: number): void
  /** What tests set tighter. */
  delay_ms?: number
  max_queued?: number
}

export type Exporter = { record(span: FinishedSpan): void; close(): Promise<void> }

const AT_ONCE = 512
const MAX_QUEUED = 4_096
const DELAY_MS = 2_000
const DEADLINE_MS = 5_000
const CLOSE_MS = 2_000
const MAX_ANSWER_BYTES = 65_536

/**
 * Sends spans to a collector by OTLP over HTTP, in batches and beside the work. It never makes anybody wait: when the
 * collector is slow or gone, spans are dropped and counted.
 */
export function createExporter(options: ExporterOptions): Exporter {
  const { counted, delay_ms = DELAY_MS, max_queued = MAX_QUEUED } = options
  const queue: FinishedSpan[] = []
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    sending ??= sendAll(options, queue)
      // It answers with outcomes and does not throw; if it ever does, tracing must not be what ends the process.
      .catch(() => {})
      .finally(() => {
        sending = null
      })
    return sending
  }

  return {
    record(span) {
      if (queue.length >= max_queued) return counted('dropped', 1)
      queue.push(span)
      if (queue.length >= AT_ONCE) void flush()
      else timer ??= setTimeout(flush, delay_ms).unref()
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([flush().then(flush), late])
      if (queue.length > 0) counted('dropped', queue.length)
      queue.length = 0
    },
  }
}

async function sendAll(
  { endpoint, headers, ...options }: ExporterOptions,
  queue: FinishedSpan[],
): Promise<void> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  while (queue.length > 0) {
    const batch = queue.splice(0, AT_ONCE)
    const request = {
      method: 'POST' as const,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payloadOf(options.service_name, batch)),
    }
    const limits = { deadline_ms: DEADLINE_MS, max_bytes: MAX_ANSWER_BYTES }
    const outcome = await options.call(request, { lane: 'otlp', ...limits })
    const taken = outcome.ok && outcome.value.status >= 200 && outcome.value.status < 300
    options.counted(taken ? 'exported' : 'failed', batch.length)
  }
}

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const FAILED = 2

/** ExportTraceServiceRequest, in OTLP's JSON. */
function payloadOf(serviceName: string, spans: readonly FinishedSpan[]): object {
  const resource = { attributes: attributesOf({ 'service.name': serviceName, 'service.version': VERSION }) }
  const scopeSpans = [{ scope: { name: 'herald', version: VERSION }, spans: spans.map(spanOf) }]
  return { resourceSpans: [{ resource, scopeSpans }] }
}

function spanOf(span: FinishedSpan): object {
  return {
    traceId: span.trace_id,
    spanId: span.id,
    ...(span.parent_id === null ? {} : { parentSpanId: span.parent_id }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanos(span.started_at),
    endTimeUnixNano: nanos(span.ended_at),
    attributes: attributesOf(span.attributes),
    status: span.error === null ? {} : { code: FAILED, message: span.error },
  }
}

/** Whole microseconds: a double holds no more of a time since 1970. */
function nanos(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function attributesOf(attributes: FinishedSpan['attributes']): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: asValue(value) }))
}

function asValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
