import type { Queryable, Tx } from '../kernel/context.ts'
import { StoreUnavailable } from '../store/db.ts'
import type { Ceiling } from './decide.ts'
import { decideBatch } from './decide-batch.ts'
import type { Revocation } from './event-store.ts'
import type { MeterRequest } from './request.ts'
import { createRevoker } from './revoker.ts'

export type Verdict = { granted: true; period: string } | { granted: false; ceiling: Ceiling }

export type Meter = {
  /** Resolves after the commit. Rejects with StoreUnavailable when it cannot be known: refuse, and do nothing. */
  reserve(request: MeterRequest): Promise<Verdict>
  /** Undoes a grant whose work had no effect. Where the database cannot be reached it goes on trying by itself. */
  revoke(request: Revocation): Promise<void>
}

export type MeterDb = Queryable & { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> }

type Waiting = {
  request: MeterRequest
  /** It was part of a flush that failed, and may be counted already. */
  doubtful: boolean
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}
type Lane = { add(one: Waiting): void }
/** A flush that has ended: `tell` says so to everyone in it. */
type Settled = { error: unknown; tell(): void }

const MAX_BATCH = 2_000

/**
 * Group commit: requests queue up while a flush is in flight, and the next flush takes them all. One statement
 * and one commit then serve dozens of requests, and each still hears only after its own event is durable.
 * A tenant whose row is stuck gets a lane of its own until it moves, so that nobody else waits for it.
 */
export function createMeter(db: MeterDb, flushed?: (size: number, seconds: number) => void): Meter {
  const apart = new Map<string, Lane>()
  const revoker = createRevoker(db)

  const shared = createLane(async (batch) => {
    const started = performance.now()
    const settle = await flush(batch, (error) => {
      const tenants = Map.groupBy(batch, ({ request }) => request.tenant_id)
      if (tenants.size === 1 || error instanceof StoreUnavailable) return false
      for (const [tenant, group] of tenants)
        for (const one of group) setApart(tenant).add({ ...one, doubtful: true })
      return true
    })
    flushed?.(batch.length, (performance.now() - started) / 1_000)
    return settle
  })

  function setApart(tenant: string): Lane {
    const known = apart.get(tenant)
    if (known !== undefined) return known
    const lane = createLane(
      (batch) => flush(batch, () => false),
      () => apart.delete(tenant),
    )
    apart.set(tenant, lane)
    return lane
  }

  async function flush(batch: Waiting[], elsewhere: (error: unknown) => boolean): Promise<Settled> {
    try {
      const verdicts = await decideBatch(
        db,
        batch.map((one) => one.request),
        batch.some((one) => one.doubtful),
      )
      return {
        error: null,
        tell() {
          for (const [index, one] of batch.entries()) one.resolve(verdicts[index] as Verdict)
        },
      }
    } catch (error) {
      if (elsewhere(error)) return { error: null, tell: () => {} }
      // Refused without knowing: whatever was counted all the same is taken back as soon as that can be done.
      if (error instanceof StoreUnavailable) for (const { request } of batch) revoker.revokeLater(request)
      return {
        error,
        tell() {
          for (const one of batch) one.reject(error)
        },
      }
    }
  }

  return {
    reserve: (request) =>
      new Promise((resolve, reject) => {
        const lane = apart.get(request.tenant_id) ?? shared
        lane.add({ request, doubtful: false, resolve, reject })
      }),
    revoke: revoker.revoke,
  }
}

/**
 * One flush at a time; what arrives meanwhile is the next one, and that is on its way before anybody hears of this
 * one: the database works while the replies are written. `empty` is told when nothing is left.
 */
function createLane(flush: (batch: Waiting[]) => Promise<Settled>, empty: () => void = () => {}): Lane {
  let waiting: Waiting[] = []
  let busy = false

  async function turn(): Promise<void> {
    const { error, tell } = await flush(waiting.splice(0, MAX_BATCH))
    if (error instanceof StoreUnavailable) refuseAll(error)
    if (waiting.length > 0) turn()
    else {
      busy = false
      empty()
    }
    tell()
  }

  /** Those who queued behind a dead flush have waited too: refusing them now keeps the deadline for everyone. */
  function refuseAll(error: StoreUnavailable): void {
    for (const one of waiting) one.reject(error)
    waiting = []
  }

  return {
    add(one) {
      waiting.push(one)
      if (busy) return
      busy = true
      // Whatever else this turn of the loop brings goes along.
      setImmediate(turn)
    },
  }
}
