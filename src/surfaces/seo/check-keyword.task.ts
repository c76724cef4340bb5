import { enqueue, finishJob } from '../../jobs/store.ts'
import type { Queue, Taken } from '../../jobs/worker.ts'
import type { Mode } from '../../kernel/api-key.ts'
import type { App, Tx } from '../../kernel/context.ts'
import { ApiError } from '../../kernel/errors.ts'
import { uuidv7 } from '../../kernel/ids.ts'
import { limitsOf } from '../../kernel/plans.ts'
import { UNIT_MICROS } from '../../kernel/prices.ts'
import { ceilingOf } from '../../kernel/scopes.ts'
import { countedEvents } from '../../meter/event-store.ts'
import { createMeter, type Meter } from '../../meter/meter.ts'
import type { MeterRequest } from '../../meter/request.ts'
import type { Db } from '../../store/db.ts'
import { checkRank } from './check-rank.ts'
import {
  findKeyword,
  findPayer,
  type KeywordRow,
  noteError,
  type PayerRow,
  saveRank,
  setNextCheck,
} from './keyword-store.ts'

export const KEYWORD_QUEUE = 'seo-keywords'
const ATTEMPTS = 3
export const SECONDS = { daily: 86_400, weekly: 604_800 } as const

/** check_id is the usage event of this check, so that a second attempt at it is charged once. */
type Payload = { keyword_id: string; mode: Mode; check_id: string }
type Deps = { app: App; db: Db; meter: Meter }

export async function scheduleCheck(
  tx: Tx,
  tenantId: string,
  mode: Mode,
  keywordId: string,
  delaySeconds: number,
): Promise<void> {
  const payload: Payload = { keyword_id: keywordId, mode, check_id: uuidv7() }
  await enqueue(tx, {
    queue: KEYWORD_QUEUE,
    tenant_id: tenantId,
    payload,
    max_attempts: ATTEMPTS,
    delay_seconds: delaySeconds,
  })
  await setNextCheck(tx, tenantId, keywordId, payload.check_id)
}

/** Each check ends by queueing the next one, in the transaction that keeps its result. */
export function keywordQueue(app: App, db: Db): Queue {
  const deps: Deps = { app, db, meter: createMeter(db) }
  return {
    concurrency: 4,
    backoff: (attempts) => attempts * 60,
    handle: (job) => check(deps, job),
    exhausted: async (job, error) => {
      const keyword = await keywordOf(db, job)
      if (keyword === null) return
      const reason = error instanceof ApiError ? error.message : 'The check failed on our side.'
      await goOn(db, job, keyword, (tx) => noteError(tx, job.tenant_id, keyword.id, reason))
    },
  }
}

async function check(deps: Deps, job: Taken): Promise<void> {
  const keyword = await keywordOf(deps.db, job)
  // No longer tracked, or tracked anew with a chain of its own: this one ends here.
  if (keyword === null || !isNext(keyword, job)) return
  const payer = await findPayer(deps.db, job.tenant_id)
  if (payer === null) return
  const skip = (reason: string) =>
    goOn(deps.db, job, keyword, (tx) => noteError(tx, job.tenant_id, keyword.id, reason))
  if (payer.suspended || !ceilingOf(payer.tier).has('seo:write'))
    return skip('The plan does not include live checks.')
  const request = chargeFor(deps.app, job, keyword, payer)
  if (!(await admitted(deps, request))) return skip('The quota of this month is used up.')
  try {
    const rank = await checkRank(deps.app, keyword.mode, keyword, job.signal)
    await goOn(deps.db, job, keyword, (tx) => saveRank(tx, job.tenant_id, keyword.id, rank))
  } catch (error) {
    // As for a request: what failed on our side is not paid for.
    await deps.meter.revoke(request).catch(() => {})
    throw error
  }
}

/** Checks that were queued before keywords knew theirs are the only ones of their keyword. */
function isNext({ schedule, next_check }: KeywordRow, job: Taken): boolean {
  return schedule !== null && (next_check === null || next_check === payloadOf(job).check_id)
}

/** A worker that died after the meter said yes has been charged already. */
async function admitted({ db, meter }: Deps, request: MeterRequest): Promise<boolean> {
  if ((await countedEvents(db, [request])).length > 0) return true
  return (await meter.reserve(request)).granted
}

function chargeFor(app: App, job: Taken, keyword: KeywordRow, payer: PayerRow): MeterRequest {
  const { check_id } = payloadOf(job)
  return {
    tenant_id: job.tenant_id,
    mode: keyword.mode,
    event_id: check_id,
    apart: true,
    operation: 'seo.rank',
    meter: 'action',
    request_id: check_id,
    key_id: keyword.key_id,
    agent_runs: 0,
    workflow_runs: 0,
    cost_micros: keyword.mode === 'live' ? UNIT_MICROS.rank_check : 0,
    hold_micros: 0,
    limits: limitsOf(app.plans, payer.tier, payer.limits),
    overages: payer.overages_enabled && payer.tier !== 'free',
  }
}

async function goOn(db: Db, job: Taken, keyword: KeywordRow, keep: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await finishJob(tx, job.id, job.lease)))
      throw new Error('the lease was lost before the check ended')
    const still = await findKeyword(tx, job.tenant_id, keyword.mode, keyword.id)
    if (still === null || still.schedule === null || !isNext(still, job)) return
    await keep(tx)
    await scheduleCheck(tx, job.tenant_id, keyword.mode, keyword.id, SECONDS[still.schedule])
  })
}

function keywordOf(db: Db, job: Taken): Promise<KeywordRow | null> {
  const { keyword_id, mode } = payloadOf(job)
  return findKeyword(db, job.tenant_id, mode, keyword_id)
}

/** The queue's payloads are written by scheduleCheck alone. */
function payloadOf(job: Taken): Payload {
  return job.payload as Payload
}
