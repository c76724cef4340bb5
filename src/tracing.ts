import type { Config } from './config.ts'
import type { Attempted } from './events/decide.ts'
import type { Send } from './events/send.ts'
import type { Around } from './http/exchange.ts'
import { systemClock } from './kernel/clock.ts'
import { ApiError } from './kernel/errors.ts'
import { methodOf, pathOf, type Reply } from './kernel/operation.ts'
import { createTracer, type Tracer } from './kernel/trace.ts'
import type { Metrics } from './metrics.ts'
import { createExporter } from './otlp.ts'
import type { Call, Invoke } from './pipeline/invoke.ts'
import { createGuardedCaller, type OutboundLog } from './providers/guarded-caller.ts'

/** What becomes a span: requests, runs (in runs/execute.ts), provider calls and webhook deliveries. */
export type Tracing = { tracer: Tracer; close(): Promise<void> }

/** Null unless a collector is configured. */
export function startTracing(config: Config, metrics: Metrics | null): Tracing | null {
  if (config.otlp_endpoint === null) return null
  // A way out of its own: calls of the collector are no provider calls, and must not be traced themselves.
  const caller = createGuardedCaller({ connections: 1 })
  const exporter = createExporter({
    endpoint: config.otlp_endpoint,
    headers: config.otlp_headers,
    service_name: config.otlp_service_name,
    call: caller.callProvider,
    counted: (outcome, count) => metrics?.spans(outcome, count),
  })
  return {
    tracer: createTracer(systemClock, exporter.record),
    async close() {
      await exporter.close()
      await caller.close()
    },
  }
}

/** Every operation by REST and MCP alike. */
export function tracedInvoke(tracer: Tracer, invoke: Invoke): Invoke {
  return async (call) => {
    const { operation } = call
    const route = `/v1${pathOf(operation)}`
    const attributes = {
      'http.request.method': methodOf(operation),
      'http.route': route,
      'herald.operation': operation.id,
      'herald.request_id': call.request_id,
    }
    const ended = await tracer.span(`${methodOf(operation)} ${route}`, 'server', attributes, () =>
      attempt(tracer, invoke, call),
    )
    if ('refused' in ended) throw ended.refused
    return ended.reply
  }
}

/** A refusal is the caller's mistake and no failure of ours, so it does not leave the span as an error. */
async function attempt(
  tracer: Tracer,
  invoke: Invoke,
  call: Call,
): Promise<{ reply: Reply } | { refused: ApiError }> {
  try {
    const reply = await invoke(call)
    tracer.annotate({ 'http.response.status_code': reply.status })
    return { reply }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500
    tracer.annotate({ 'http.response.status_code': status })
    if (error instanceof ApiError && status < 500) return { refused: error }
    throw error
  }
}

/** Takes up the trace of whoever called. */
export function tracedRequest(tracer: Tracer): Around {
  return ({ headers: { traceparent } }, work) =>
    tracer.continue(typeof traceparent === 'string' ? traceparent : undefined, work)
}

/** The host and no more of the address: paths and queries may hold what is nobody's business. */
export function tracedCall(tracer: Tracer, entry: OutboundLog): void {
  const { lane = 'none', method, status, code, duration_ms } = entry
  const attributes = {
    'http.request.method': method,
    'server.address': URL.parse(entry.url)?.hostname ?? 'unknown',
    'herald.lane': lane,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
  }
  const failed = code ?? (status !== undefined && status >= 400 ? String(status) : null)
  tracer.past(`call ${lane}`, 'client', duration_ms, attributes, failed)
}

export function tracedSend(tracer: Tracer, send: Send): Send {
  return (claim, signal) => {
    const attributes = {
      'herald.delivery_id': claim.id,
      'herald.event_id': claim.event_id,
      'herald.endpoint_id': claim.endpoint_id,
      'herald.tenant_id': claim.tenant_id,
      'herald.retry': claim.tries,
    }
    // A run that ends wakes the engine, which then goes on for everybody.
    return tracer.apart(() =>
      tracer.span('webhook delivery', 'client', attributes, async () =>
        noted(tracer, await send(claim, signal)),
      ),
    )
  }
}

function noted(tracer: Tracer, attempted: Attempted): Attempted {
  if (attempted.response_code !== null)
    tracer.annotate({ 'http.response.status_code': attempted.response_code })
  if (attempted.error !== null) tracer.fail(attempted.error)
  return attempted
}
