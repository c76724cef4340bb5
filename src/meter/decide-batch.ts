import type { Tx } from '../kernel/context.ts'
import type { Limits } from '../kernel/plans.ts'
import { StoreUnavailable } from '../store/db.ts'
import { decide } from './decide.ts'
import { countedEvents } from './event-store.ts'
import type { MeterDb, Verdict } from './meter.ts'
import { isLong, type MeterRequest } from './request.ts'
import type { LockedMeter, Sum } from './store.ts'
import * as store from './store.ts'

/** A caller hears within two seconds, so a batch that is not decided by then is refused. */
const DEADLINE_MS = 1_500
const RETRY_MS = 50

/** Deadlock, serialisation, a duplicate event (the first try did commit). */
const RETRYABLE = new Set(['40P01', '40001', '23505'])
/** The row was held, or the statement took, longer than a caller should wait. */
const STUCK = new Set(['55P03', '57014'])

type Verdicts = Map<MeterRequest, Verdict>

/**
 * Decides a batch, over and over until it is known. A second try, here or of a batch that some of it was part of, first
 * finds out what the one before has counted.
 */
export async function decideBatch(
  db: MeterDb,
  batch: readonly MeterRequest[],
  tried: boolean,
): Promise<Verdict[]> {
  const deadline = performance.now() + DEADLINE_MS
  const verdicts: Verdicts = new Map()
  let doubtful = tried
  for (;;) {
    try {
      const open = verdicts.size === 0 ? batch : batch.filter((request) => !verdicts.has(request))
      if (doubtful) await grantCarefully(db, open, verdicts, true)
      else await grant(db, open, verdicts)
      return batch.map((request) => verdicts.get(request) as Verdict)
    } catch (error) {
      if (!mayRetry(error) || performance.now() + RETRY_MS > deadline) throw asRefusal(error, batch)
      doubtful = true
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function mayRetry(error: unknown): boolean {
  return error instanceof StoreUnavailable || RETRYABLE.has(sqlState(error))
}

/** One tenant's stuck row means that its meter cannot be read; in a mixed batch it only means to look one by one. */
function asRefusal(error: unknown, batch: readonly MeterRequest[]): unknown {
  const alone = batch.every(({ tenant_id }) => tenant_id === batch[0]?.tenant_id)
  return alone && STUCK.has(sqlState(error)) ? new StoreUnavailable(error) : error
}

async function grant(db: MeterDb, open: readonly MeterRequest[], verdicts: Verdicts): Promise<void> {
  const kinds = byKind(open)
  const sums = sumUp(kinds)
  const [first] = open
  const [sum] = sums
  const inOneRow = kinds.size === 1 && (open.length === 1 || (!first?.apart && !isLong(open)))
  if (inOneRow && first !== undefined && sum !== undefined) {
    const period = await store.grantAlike(db, sum, first, open)
    const verdict = period === null ? null : ({ granted: true, period } as const)
    if (verdict !== null) for (const request of open) verdicts.set(request, verdict)
  } else {
    const granted = new Map((await store.grantMany(db, sums, kinds)).map((row) => [keyOf(row), row.period]))
    for (const request of open) {
      const period = granted.get(keyOf(request))
      if (period !== undefined) verdicts.set(request, { granted: true, period })
    }
  }
  const near = open.filter((request) => !verdicts.has(request))
  if (near.length > 0) await grantCarefully(db, near, verdicts, false)
}

/** Requests that differ in their ids alone, behind the first of each: busy flushes are mostly one tenant's one call. */
function byKind(requests: readonly MeterRequest[]): Map<MeterRequest, MeterRequest[]> {
  const firsts = new Map<string, MeterRequest>()
  const kinds = new Map<MeterRequest, MeterRequest[]>()
  let last: MeterRequest | undefined
  for (const request of requests) {
    if (last === undefined || !alike(last, request)) last = firstOf(firsts, request)
    const known = kinds.get(last)
    if (known === undefined) kinds.set(last, [request])
    else known.push(request)
  }
  return kinds
}

function firstOf(firsts: Map<string, MeterRequest>, request: MeterRequest): MeterRequest {
  const { key_id, operation, meter, cost_micros, hold_micros, apart } = request
  const kind = [keyOf(request), key_id, operation, meter, cost_micros, hold_micros, apart].join(' ')
  const known = firsts.get(kind)
  if (known === undefined) firsts.set(kind, request)
  return known ?? request
}

function alike(a: MeterRequest, b: MeterRequest): boolean {
  return (
    a.tenant_id === b.tenant_id &&
    a.key_id === b.key_id &&
    a.operation === b.operation &&
    a.cost_micros === b.cost_micros &&
    a.hold_micros === b.hold_micros &&
    a.mode === b.mode &&
    a.meter === b.meter &&
    a.apart === b.apart
  )
}

/**
 * Near a ceiling, on overage, the first of the month, or after a try whose commit is unknown: one by one, in the order
 * of arrival, under the row's lock.
 */
async function grantCarefully(
  db: MeterDb,
  near: readonly MeterRequest[],
  verdicts: Verdicts,
  doubtful: boolean,
): Promise<void> {
  const decided = await db.transaction(async (tx) => {
    const tenants = new Map(near.map((request) => [keyOf(request), request]))
    const counted = doubtful ? await recall(tx, near) : new Map<string, string>()
    const rows = new Map<string, LockedMeter>(
      (await store.lockMeters(tx, [...tenants.values()])).map((row) => [keyOf(row), row]),
    )
    const outcome = near.map((request): Outcome => {
      const period = counted.get(request.event_id)
      if (period !== undefined) return { request, verdict: { granted: true, period }, counted: true }
      const row = rows.get(keyOf(request))
      if (row === undefined) throw new Error('a meter row vanished under its lock')
      const decision = decide(row, request)
      if (!decision.granted) return { request, verdict: decision, counted: false }
      rows.set(keyOf(request), { ...row, ...decision.next })
      return { request, verdict: { granted: true, period: row.period }, counted: false }
    })
    const events = outcome.flatMap(({ request, verdict, counted }) =>
      verdict.granted && !counted ? [{ request, period: verdict.period }] : [],
    )
    if (events.length > 0) {
      await store.saveMeters(tx, [...rows.values()])
      await store.saveEvents(tx, events)
    }
    return outcome
  })
  // Only now, after the commit, is any of it true.
  for (const { request, verdict } of decided) verdicts.set(request, verdict)
}

type Outcome = { request: MeterRequest; verdict: Verdict; counted: boolean }

/** What an earlier try has counted, though nobody heard of it. */
async function recall(tx: Tx, requests: readonly MeterRequest[]): Promise<Map<string, string>> {
  await store.awaitFlushes(tx, requests)
  return new Map((await countedEvents(tx, requests)).map(({ id, period }) => [id, period]))
}

function keyOf(row: { tenant_id: string; mode: string }): string {
  return `${row.tenant_id} ${row.mode}`
}

function sumUp(kinds: ReadonlyMap<MeterRequest, readonly MeterRequest[]>): Sum[] {
  const sums = new Map<string, Sum>()
  for (const [kind, requests] of kinds) {
    const sum = sums.get(keyOf(kind)) ?? nothingYet(kind)
    sums.set(keyOf(kind), sum)
    const count = requests.length
    sum.actions += count
    sum.agent_runs += kind.agent_runs * count
    sum.workflow_runs += kind.workflow_runs * count
    sum.cost_micros += kind.cost_micros * count
    sum.hold_micros += kind.hold_micros * count
    for (const { limits } of requests) if (sum.limits !== limits) sum.limits = lower(sum.limits, limits)
  }
  return [...sums.values()]
}

function nothingYet({ tenant_id, mode, limits }: MeterRequest): Sum {
  const nothing = { actions: 0, agent_runs: 0, workflow_runs: 0, cost_micros: 0, hold_micros: 0 }
  return { tenant_id, mode, limits, ...nothing }
}

/** A plan that changed within a flush: the sum must fit the stricter one, else it is decided one by one. */
function lower(a: Limits, b: Limits): Limits {
  return {
    actions: Math.min(a.actions, b.actions),
    agent_runs: Math.min(a.agent_runs, b.agent_runs),
    workflow_runs: Math.min(a.workflow_runs, b.workflow_runs),
    spend_cap_micros: Math.min(a.spend_cap_micros, b.spend_cap_micros),
    requests_per_minute: a.requests_per_minute,
  }
}
