import type { App, BaseContext, Grant, Principal, Tx } from '../kernel/context.ts'
import { ApiError, fail, validationFailed } from '../kernel/errors.ts'
import type { AnyOperation, Reply } from '../kernel/operation.ts'
import { refuseUnstorable } from '../kernel/text.ts'
import { settle } from '../meter/event-store.ts'
import type { Meter } from '../meter/meter.ts'
import type { MeterRequest } from '../meter/request.ts'
import { type Db, StoreUnavailable } from '../store/db.ts'
import type { Authenticator } from './authenticate.ts'
import { authorize, authorizeOperator } from './authorize.ts'
import { type Claim, ClaimLost, checkKey, claimKey } from './idempotency.ts'
import { granted, meterRequest } from './meter-gate.ts'
import { limitRate } from './rate-limit.ts'
import type { RateWindows } from './rate-window.ts'

/** One request for one operation, whichever transport brought it. */
export type Call = {
  operation: AnyOperation
  authorization: string | undefined
  request_id: string
  ip: string
  idempotency_key: string | string[] | undefined
  /** Path, query and body in one flat object; throws the envelope when the body cannot be read as that. */
  input(): Record<string, unknown>
  /** A digest of exactly what was asked, for idempotency. */
  fingerprint(): string
}

export type PipelineDeps = {
  app: App
  db: Db
  /** Gates have connections of their own, so that busy handlers cannot starve the meter. */
  gates: Db
  authenticator: Authenticator
  windows: RateWindows
  meter: Meter
  admin_token: string | null
  signups_per_ip_per_minute: number
}

export type Invoke = (call: Call) => Promise<Reply>

/** The one order of gates, for every operation and every transport. */
export function createPipeline(deps: PipelineDeps): Invoke {
  return async function invoke(call) {
    const { operation } = call
    try {
      const known = identify(deps, call)
      const principal = known instanceof Promise ? await known : known
      refuseUnbuilt(operation, call)
      if (principal !== null) authorize(operation, principal)
      const rateHeaders = operation.rate === null ? null : await limit(deps, call, principal)
      const input = validate(operation, call)
      const key = operation.idempotent === false ? undefined : call.idempotency_key
      // What is neither counted nor claimed leaves nothing to undo.
      const reply =
        principal === null || (key === undefined && operation.meter === 'none')
          ? await operation.handle(contextOf(deps, call, principal, null, null), input)
          : key === undefined
            ? await work(deps, call, principal, input, null)
            : await once(deps, call, principal, input, key)
      return rateHeaders === null ? reply : { ...reply, headers: { ...rateHeaders, ...reply.headers } }
    } catch (error) {
      throw error instanceof StoreUnavailable ? unreadable(operation, error) : error
    }
  }
}

/** Rule: one key, one effect. */
async function once(
  deps: PipelineDeps,
  call: Call,
  principal: Principal,
  input: Record<string, unknown>,
  key: string | string[],
): Promise<Reply> {
  const claimed = await claimKey(deps.gates, call.operation, principal, checkKey(key), call.fingerprint())
  return 'replay' in claimed ? claimed.replay : work(deps, call, principal, input, claimed.claim)
}

/** Rule: identity first. Null for operations that need no tenant. */
function identify(deps: PipelineDeps, call: Call): Principal | null | Promise<Principal> {
  const { scope } = call.operation
  if (scope === 'public') return null
  if (scope === 'optional' && call.authorization === undefined) return null
  if (scope === 'operator') {
    authorizeOperator(call.authorization, deps.admin_token)
    return null
  }
  return deps.authenticator.authenticate(call.authorization)
}

/** Rule: what is documented and not built says so to any valid key, before scope, price or validation. */
function refuseUnbuilt(operation: AnyOperation, call: Call): void {
  const { live } = operation
  if (live === true) return
  const missing = typeof live === 'function' ? live(readLeniently(call)) : live
  if (missing !== null) throw fail(missing.code, missing.message)
}

function readLeniently(call: Call): Record<string, unknown> {
  try {
    return call.input()
  } catch {
    return {}
  }
}

function limit(deps: PipelineDeps, call: Call, principal: Principal | null) {
  return principal === null
    ? limitRate(deps.windows, call.operation, `ip:${call.ip}`, deps.signups_per_ip_per_minute)
    : limitRate(deps.windows, call.operation, principal.tenant_id, principal.limits.requests_per_minute)
}

/** Rule: a handler only ever sees what its schema promises, and nothing the database cannot hold. */
function validate(operation: AnyOperation, call: Call): Record<string, unknown> {
  const raw = call.input()
  refuseUnstorable(raw)
  const parsed = operation.input.safeParse(raw)
  if (!parsed.success) throw validationFailed(parsed.error)
  return parsed.data
}

/** Meter, handler, settlement. Replay came before the meter, so a retried write is not charged twice. */
async function work(
  deps: PipelineDeps,
  call: Call,
  principal: Principal,
  input: Record<string, unknown>,
  claim: Claim | null,
): Promise<Reply> {
  const { operation } = call
  const stored = { done: false }
  let charged: MeterRequest | null = null
  try {
    let grant: Grant | null = null
    if (operation.meter !== 'none') {
      const request = meterRequest(deps.app, operation, principal, call.request_id, input)
      grant = granted(await deps.meter.reserve(request), request, principal)
      charged = request
    }
    const reply = await operation.handle(contextOf(deps, call, principal, grant, claim, stored), input)
    if (claim !== null && !stored.done) await claim.store(deps.db, reply)
    return reply
  } catch (error) {
    // An effect that is committed has its reply stored: the retry replays it. Everything else is undone.
    if (!stored.done && !isDoubtful(error)) await undo(deps, charged, claim, error)
    throw error
  } finally {
    claim?.letGo()
  }
}

/** The commit was sent and its answer lost: undoing might undo the charge of something that happened. */
function isDoubtful(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.maybeCommitted
}

/**
 * A failure of ours is not charged, and neither is a 400: some fields can only be checked against what is stored or
 * with the platform, and a refused request is free wherever that is found out. Another refusal by the work itself
 * (404, 409) was served and keeps its action; the run that it would have started did not start, so its hold goes.
 */
async function undo(
  deps: PipelineDeps,
  charged: MeterRequest | null,
  claim: Claim | null,
  error: unknown,
): Promise<void> {
  const free =
    !(error instanceof ApiError) || error.status === 400 || error.status >= 500 || error instanceof ClaimLost
  try {
    if (charged !== null && free) await deps.meter.revoke(charged)
    else if (charged !== null && charged.hold_micros > 0) {
      await deps.gates.transaction((tx) => settle(tx, charged.tenant_id, charged.event_id, 0))
    }
    if (claim !== null) await claim.release()
  } catch (cause) {
    // The meter goes on trying to give the charge back, and the claim lapses; what failed first is what is said,
    // unless the work only could not reach its database, and neither can the meter.
    if (error instanceof StoreUnavailable) throw error
    if (!(cause instanceof StoreUnavailable)) throw cause
    return
  }
  // The meter could be reached, so it is only the work that could not.
  if (charged !== null && error instanceof StoreUnavailable) throw workUnavailable(error)
}

type Context = BaseContext & { principal: Principal | null; grant: Grant | null }

function contextOf(
  deps: PipelineDeps,
  call: Call,
  principal: Principal | null,
  grant: Grant | null,
  claim: Claim | null,
  stored = { done: false },
): Context {
  return {
    app: deps.app,
    db: deps.db,
    request_id: call.request_id,
    ip: call.ip,
    principal,
    grant,
    async commit<R>(effect: (tx: Tx) => Promise<R>): Promise<R> {
      if (stored.done) throw new Error(`${call.operation.id} commits twice`)
      const reply = await deps.db.transaction(async (tx) => {
        const result = await effect(tx)
        // commit's contract: what the effect returns is the operation's reply.
        if (claim !== null) await claim.store(tx, result as unknown as Reply)
        return result
      })
      stored.done = true
      return reply
    },
  }
}

/** Rule: with the database out of reach, what would be metered is refused as over quota; the rest says come back. */
function unreadable(operation: AnyOperation, cause: StoreUnavailable): ApiError {
  if (operation.meter !== 'none' && !cause.maybeCommitted) {
    return fail('quota_exceeded', 'The usage meter cannot be read right now, so nothing was done.', {
      fix_hint: 'If GET /v1/usage shows you under quota, retry after a short wait.',
      cause,
    })
  }
  return workUnavailable(cause)
}

function workUnavailable(cause: StoreUnavailable): ApiError {
  return fail('unavailable', 'The service cannot reach its database right now.', {
    retry_after: 1,
    fix_hint: 'Retry with backoff. A write keeps its Idempotency-Key, so that it takes effect once.',
    headers: { 'Retry-After': '1' },
    cause,
  })
}
