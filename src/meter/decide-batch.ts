import type { Limits } from '../kernel/plans.ts'
import { StoreUnavailable } from '../store/db.ts'
import { decide } from './decide.ts'
import type { MeterDb, Verdict } from './meter.ts'
import type { LockedMeter, MeterRequest, Sum } from './store.ts'
import * as store from './store.ts'

/** A caller hears within two seconds, so a batch that is not decided by then is refused. */
const DEADLINE_MS = 1_500
const RETRY_MS = 50

/** Deadlock, serialisation, a duplicate event (the first try did commit). */
const RETRYABLE = new Set(['40P01', '40001', '23505'])
/** The row was held, or the statement took, longer than a caller should wait. */
const STUCK = new Set(['55P03', '57014'])

type Verdicts = Map<MeterRequest, Verdict>

/** Decides a batch, over and over until it is known: the event ids make a second count impossible. */
export async function decideBatch(db: MeterDb, batch: readonly MeterRequest[]): Promise<Verdict[]> {
  const deadline = performance.now() + DEADLINE_MS
  const verdicts: Verdicts = new Map()
  let doubtful = false
  for (;;) {
    try {
      if (doubtful) await recall(db, batch, verdicts)
      const open = verdicts.size === 0 ? batch : batch.filter((request) => !verdicts.has(request))
      if (open.length > 0) await grant(db, open, verdicts)
      return batch.map((request) => verdicts.get(request) as Verdict)
    } catch (error) {
      if (!mayRetry(error) || performance.now() + RETRY_MS > deadline) throw asRefusal(error, batch)
      doubtful = true
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** What an earlier try has counted, though nobody heard of it. */
async function recall(db: MeterDb, batch: readonly MeterRequest[], verdicts: Verdicts): Promise<void> {
  const counted = new Map((await store.countedEvents(db, batch)).map(({ id, period }) => [id, period]))
  for (const request of batch) {
    const period = counted.get(request.event_id)
    if (period !== undefined) verdicts.set(request, { granted: true, period })
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
  const sums = sumUp(open)
  const [first] = open
  const [sum] = sums
  if (kinds.size === 1 && first !== undefined && sum !== undefined) {
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
  if (near.length > 0) await grantCarefully(db, near, verdicts)
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
  const { key_id, operation, meter, cost_micros, hold_micros } = request
  const kind = [keyOf(request), key_id, operation, meter, cost_micros, hold_micros].join(' ')
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
    a.meter === b.meter
  )
}

/** Near a ceiling, on overage, or the first of the month: one by one, in the order of arrival, under the row's lock. */
async function grantCarefully(db: MeterDb, near: MeterRequest[], verdicts: Verdicts): Promise<void> {
  const decided = await db.transaction(async (tx) => {
    const tenants = new Map(near.map((request) => [keyOf(request), request]))
    const rows = new Map<string, LockedMeter>(
      (await store.lockMeters(tx, [...tenants.values()])).map((row) => [keyOf(row), row]),
    )
    const outcome = near.map((request): { request: MeterRequest; verdict: Verdict } => {
      const row = rows.get(keyOf(request))
      if (row === undefined) throw new Error('a meter row vanished under its lock')
      const decision = decide(row, request)
      if (!decision.granted) return { request, verdict: decision }
      rows.set(keyOf(request), { ...row, ...decision.next })
      return { request, verdict: { granted: true, period: row.period } }
    })
    const events = outcome.flatMap(({ request, verdict }) =>
      verdict.granted ? [{ request, period: verdict.period }] : [],
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

function keyOf(row: { tenant_id: string; mode: string }): string {
  return `${row.tenant_id} ${row.mode}`
}

function sumUp(requests: readonly MeterRequest[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const request of requests) {
    const key = keyOf(request)
    const sum = sums.get(key)
    if (sum === undefined) {
      const { tenant_id, mode, agent_runs, workflow_runs, cost_micros, hold_micros, limits } = request
      sums.set(key, {
        tenant_id,
        mode,
        actions: 1,
        agent_runs,
        workflow_runs,
        cost_micros,
        hold_micros,
        limits,
      })
      continue
    }
    sum.actions += 1
    sum.agent_runs += request.agent_runs
    sum.workflow_runs += request.workflow_runs
    sum.cost_micros += request.cost_micros
    sum.hold_micros += request.hold_micros
    if (sum.limits !== request.limits) sum.limits = lower(sum.limits, request.limits)
  }
  return [...sums.values()]
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
