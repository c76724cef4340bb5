import type { App, Grant, Principal } from '../kernel/context.ts'
import { type ApiError, fail } from '../kernel/errors.ts'
import { uuidv7 } from '../kernel/ids.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { priceOf } from '../kernel/prices.ts'
import type { Ceiling } from '../meter/decide.ts'
import type { Verdict } from '../meter/meter.ts'
import type { MeterRequest } from '../meter/request.ts'

/** Rule: nothing happens that the meter has not admitted, durably. Not knowing counts as no. */
export function granted(verdict: Verdict, request: MeterRequest, principal: Principal): Grant {
  if (verdict.granted)
    return { event_id: request.event_id, period: verdict.period, hold_micros: request.hold_micros }
  throw quotaExceeded(verdict.ceiling, principal.tier)
}

const SPENT: Record<Ceiling, string> = {
  actions: 'actions for this month are used up',
  agent_runs: 'agent runs for this month are used up',
  workflow_runs: 'workflow runs for this month are used up',
  spend_cap: 'spend cap has no room for what this could cost',
}

function quotaExceeded(ceiling: Ceiling, tier: string): ApiError {
  const overages = ceiling === 'spend_cap' ? '' : ', or enable overages on a paid tier'
  return fail('quota_exceeded', `The ${tier} tier's ${SPENT[ceiling]}.`, {
    fix_hint: `GET /v1/usage shows what is left and when the period resets. Upgrade with POST /v1/checkout/{tier}${overages}.`,
  })
}

export function meterRequest(
  app: App,
  operation: AnyOperation,
  principal: Principal,
  requestId: string,
  input: Record<string, unknown>,
): MeterRequest {
  const paid = principal.mode === 'live'
  const hold_micros = paid && operation.hold !== null ? operation.hold(input, app) : 0
  if (!Number.isSafeInteger(hold_micros) || hold_micros < 0) {
    throw new Error(`${operation.id} would hold ${hold_micros} micro-dollars`)
  }
  return {
    tenant_id: principal.tenant_id,
    mode: principal.mode,
    event_id: uuidv7(),
    operation: operation.id,
    meter: operation.meter,
    request_id: requestId,
    key_id: principal.key.id,
    agent_runs: operation.meter === 'agent_run' ? 1 : 0,
    workflow_runs: operation.meter === 'workflow_run' ? 1 : 0,
    cost_micros: paid ? priceOf(operation) : 0,
    hold_micros,
    apart: operation.hold !== null || operation.meter !== 'action',
    limits: principal.limits,
    overages: paid && principal.overages_enabled && principal.tier !== 'free',
  }
}
