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

export function createLane(limits: LaneLimits, now: () => number = () => performance.now()): Lane {
  const queue: Waiter[] = []
  let running = 0
  let free_at = 0
  let held_until = 0
  let timer: NodeJS.Timeout | undefined

  /** Gives out as many turns as the limits allow now, and sleeps until the next moment something can change. */
  function pump(): void {
    clearTimeout(timer)
    timer = undefined
    const time = now()
    while (queue[0] !== undefined && queue[0].give_up_at <= time) {
      queue.shift()?.wake(tooBusy(Math.max(1, Math.ceil(Math.max(held_until, free_at) - time))))
    }
    while (queue.length > 0 && running < limits.concurrency && Math.max(free_at, held_until) <= now()) {
      start()
      queue.shift()?.wake(null)
    }
    const next = queue[0]
    if (next === undefined) return
    const opens_at = running < limits.concurrency ? Math.max(free_at, held_until) : next.give_up_at
    timer = setTimeout(pump, Math.max(1, Math.min(opens_at, next.give_up_at) - now()))
  }

  function start(): void {
    running += 1
    free_at = now() + limits.spacing_ms
  }

  function enter(signal?: AbortSignal): Promise<Failure | null> {
    if (signal?.aborted) return Promise.resolve(transportFailure('cancelled', false))
    const wait = held_until - now()
    if (wait > limits.max_wait_ms) return Promise.resolve(tooBusy(Math.ceil(wait)))
    if (queue.length === 0 && running < limits.concurrency && Math.max(free_at, held_until) <= now()) {
      start()
      return Promise.resolve(null)
    }
    return new Promise((resolve) => {
      const waiter: Waiter = { wake, give_up_at: now() + limits.max_wait_ms }
      function wake(failure: Failure | null): void {
        signal?.removeEventListener('abort', cancel)
        resolve(failure)
      }
      function cancel(): void {
        queue.splice(queue.indexOf(waiter), 1)
        resolve(transportFailure('cancelled', false))
      }
      signal?.addEventListener('abort', cancel, { once: true })
      queue.push(waiter)
      pump()
    })
  }

  return {
    enter,
    leave() {
      running -= 1
      pump()
    },
    hold(ms) {
      held_until = Math.max(held_until, now() + Math.min(ms, limits.max_hold_ms))
    },
  }
}
