/**
 * A lane keeps one provider's calls within its concurrency and rate, and stands still for as long as the
 * vendor asked. Waiting happens here, before the call's own deadline starts.
 */
import { type Failure, failed } from './contract.ts'
import { transportFailure } from './exchange.ts'

export interface LaneLimits {
  concurrency: number
  /** Least time between two starts. */
  spacing_ms: number
  /** Longest a call waits for its turn before it is told to come back later. */
  max_wait_ms: number
  /** Longest a vendor's Retry-After may hold the lane; 0 ignores it. */
  max_hold_ms: number
}

export const DEFAULT_LANE: LaneLimits = {
  concurrency: 16,
  spacing_ms: 0,
  max_wait_ms: 60_000,
  max_hold_ms: 300_000,
}

/**
 * The sandbox plays faults per request, by a word in the prompt. Letting one such reply hold the lane would
 * let one tenant's test stop everybody else's.
 */
export function limitsOf(lane: string): LaneLimits {
  return lane.startsWith('sandbox:') ? { ...DEFAULT_LANE, concurrency: 64, max_hold_ms: 0 } : DEFAULT_LANE
}

export interface Lane {
  /** Resolves to null when it is this call's turn, or to the failure to return instead. */
  enter(signal?: AbortSignal): Promise<Failure | null>
  leave(): void
  hold(ms: number): void
}

interface Waiter {
  wake: (failure: Failure | null) => void
  give_up_at: number
}

function tooBusy(retry_after_ms: number): Failure {
  return failed('retry_later', 'rate_limited', 'The provider asked to slow down.', { retry_after_ms })
}

interface LaneState {
  limits: LaneLimits
  now: () => number
  queue: Waiter[]
  running: number
  free_at: number
  held_until: number
  timer: NodeJS.Timeout | undefined
}

function opensAt(lane: LaneState): number {
  return Math.max(lane.free_at, lane.held_until)
}

function hasRoom(lane: LaneState): boolean {
  return lane.running < lane.limits.concurrency && opensAt(lane) <= lane.now()
}

function start(lane: LaneState): void {
  lane.running += 1
  lane.free_at = lane.now() + lane.limits.spacing_ms
}

/** Gives out as many turns as the limits allow now, and sleeps until the next moment something can change. */
function pump(lane: LaneState): void {
  clearTimeout(lane.timer)
  const time = lane.now()
  while (lane.queue[0] !== undefined && lane.queue[0].give_up_at <= time) {
    lane.queue.shift()?.wake(tooBusy(Math.max(1, Math.ceil(opensAt(lane) - time))))
  }
  while (lane.queue.length > 0 && hasRoom(lane)) {
    start(lane)
    lane.queue.shift()?.wake(null)
  }
  const next = lane.queue[0]
  if (next === undefined) return
  const wake_at = lane.running < lane.limits.concurrency ? opensAt(lane) : next.give_up_at
  lane.timer = setTimeout(pump, Math.max(1, Math.min(wake_at, next.give_up_at) - time), lane)
}

function enter(lane: LaneState, signal: AbortSignal | undefined): Promise<Failure | null> {
  if (signal?.aborted) return Promise.resolve(transportFailure('cancelled', false))
  const wait = lane.held_until - lane.now()
  if (wait > lane.limits.max_wait_ms) return Promise.resolve(tooBusy(Math.ceil(wait)))
  if (lane.queue.length === 0 && hasRoom(lane)) {
    start(lane)
    return Promise.resolve(null)
  }
  return new Promise((resolve) => {
    const waiter: Waiter = { wake, give_up_at: lane.now() + lane.limits.max_wait_ms }
    function wake(failure: Failure | null): void {
      signal?.removeEventListener('abort', cancel)
      resolve(failure)
    }
    function cancel(): void {
      lane.queue.splice(lane.queue.indexOf(waiter), 1)
      resolve(transportFailure('cancelled', false))
    }
    signal?.addEventListener('abort', cancel, { once: true })
    lane.queue.push(waiter)
    pump(lane)
  })
}

export function createLane(limits: LaneLimits, now: () => number = () => performance.now()): Lane {
  const lane: LaneState = { limits, now, queue: [], running: 0, free_at: 0, held_until: 0, timer: undefined }
  return {
    enter: (signal) => enter(lane, signal),
    leave() {
      lane.running -= 1
      pump(lane)
    },
    hold(ms) {
      lane.held_until = Math.max(lane.held_until, now() + Math.min(ms, limits.max_hold_ms))
    },
  }
}
