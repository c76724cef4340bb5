import { firstUuidAt, timeOf } from '../kernel/ids.ts'
import type { Ask } from './decide.ts'

export type MeterRequest = Ask & {
  tenant_id: string
  mode: string
  event_id: string
  operation: string
  meter: string
  request_id: string
  key_id: string
  /** It needs a row of its own: it is settled later, or may be asked for again under the same id. */
  apart: boolean
}

/**
 * How far apart in time the events of one row may be. It bounds where the row of an event can be found: at its own id,
 * or behind it by this much. So it must never shrink. Nobody waits that long for a flush, unless the process was frozen.
 */
const ROW_MS = 5_000

/** The first id that the row of this event cannot have any more. */
export function rowsEndFor(eventId: string): string {
  return firstUuidAt(timeOf(eventId) + ROW_MS)
}

export function isLong(requests: readonly MeterRequest[]): boolean {
  if (requests.length < 2) return false
  const { first, last } = endsOf(requests)
  return timeOf(last.event_id) - timeOf(first.event_id) >= ROW_MS
}

/** Of one request or more. */
export function endsOf<R extends { event_id: string }>(requests: readonly R[]): { first: R; last: R } {
  let first = requests[0] as R
  let last = first
  for (const request of requests) {
    if (request.event_id < first.event_id) first = request
    if (request.event_id > last.event_id) last = request
  }
  return { first, last }
}
