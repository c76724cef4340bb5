import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export type FinishedSpan = {
  trace_id: string
  id: string
  parent_id: string | null
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with their fractions. */
  started_at: number
  ended_at: number
  attributes: Record<string, string | number | boolean>
  /** A code, never a message: messages may quote what was sent. */
  error: string | null
}

/** Follows work through the service. Whoever is not configured to trace has none of these, and pays nothing. */
export type Tracer = {
  /** Does the work in the trace that a W3C traceparent names; one that is missing or malformed begins none. */
  continue<T>(traceparent: string | undefined, work: () => T): T
  /** Does the work outside of whatever trace happened to wake it: what serves everybody belongs to nobody's. */
  apart<T>(work: () => T): T
  /** Does the work in a span of its own, below the one that it was asked in. What throws is noted and passed on. */
  span<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** A span that has just ended. */
  past(name: string, kind: SpanKind, ms: number, attributes: Attributes, error: string | null): void
  /** Adds to the span that is under way. */
  annotate(attributes: Attributes): void
  fail(error: string): void
  /** The traceparent to hand on to what is done later; null outside of any trace. */
  current(): string | null
}

/** Where new spans hang: a span under way here, or one of whoever called. */
type Place = { trace_id: string; id: string; sampled: boolean; span: FinishedSpan | null }

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

function readTraceparent(header: string | undefined): Place | null {
  const [, trace_id, id, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (trace_id === undefined || id === undefined || flags === undefined) return null
  return { trace_id, id, sampled: (Number.parseInt(flags, 16) & 1) === 1, span: null }
}

export function createTracer(clock: Clock, record: (span: FinishedSpan) => void): Tracer {
  const places = new AsyncLocalStorage<Place | undefined>()

  function below(name: string, kind: SpanKind, attributes: Attributes): Place & { span: FinishedSpan } {
    const parent = places.getStore()
    const trace_id = parent?.trace_id ?? randomBytes(16).toString('hex')
    const id = randomBytes(8).toString('hex')
    const now = clock.now().getTime()
    const times = { started_at: now, ended_at: now }
    const parent_id = parent?.id ?? null
    const span = { trace_id, id, parent_id, name, kind, ...times, attributes: { ...attributes }, error: null }
    return { trace_id, id, sampled: parent?.sampled ?? true, span }
  }

  return {
    continue(traceparent, work) {
      const place = readTraceparent(traceparent)
      return place === null ? work() : places.run(place, work)
    },
    apart: (work) => places.run(undefined, work),
    async span(name, kind, attributes, work) {
      const place = below(name, kind, attributes)
      const started = clock.monotonic()
      try {
        return await places.run(place, work)
      } catch (error) {
        place.span.error ??= codeOf(error)
        throw error
      } finally {
        place.span.ended_at = place.span.started_at + clock.monotonic() - started
        if (place.sampled) record(place.span)
      }
    },
    past(name, kind, ms, attributes, error) {
      const { span, sampled } = below(name, kind, attributes)
      if (sampled) record({ ...span, started_at: span.ended_at - ms, error })
    },
    annotate(attributes) {
      Object.assign(places.getStore()?.span?.attributes ?? {}, attributes)
    },
    fail(error) {
      const span = places.getStore()?.span
      if (span != null) span.error = error
    },
    current() {
      const place = places.getStore()
      if (place === undefined) return null
      return `00-${place.trace_id}-${place.id}-${place.sampled ? '01' : '00'}`
    },
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.name : 'error'
}
