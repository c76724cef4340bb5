import type { Limits } from '../kernel/plans.ts'
import { OVERAGE_MICROS } from '../kernel/plans.ts'

/** Where a tenant stands in its period. */
export type Standing = {
  actions: number
  agent_runs: number
  workflow_runs: number
  cost_micros: number
  overage_micros: number
  held_micros: number
}

/** What one request asks of the meter. */
export type Ask = {
  agent_runs: 0 | 1
  workflow_runs: 0 | 1
  cost_micros: number
  hold_micros: number
  limits: Limits
  overages: boolean
}

export type Ceiling = 'actions' | 'agent_runs' | 'workflow_runs' | 'spend_cap'

export const ZERO: Standing = {
  actions: 0,
  agent_runs: 0,
  workflow_runs: 0,
  cost_micros: 0,
  overage_micros: 0,
  held_micros: 0,
}

/** Grants one request on top of where the tenant stands, or names the ceiling that refuses it. */
export function decide(
  at: Standing,
  ask: Ask,
): { granted: true; next: Standing } | { granted: false; ceiling: Ceiling } {
  const next: Standing = {
    actions: at.actions + 1,
    agent_runs: at.agent_runs + ask.agent_runs,
    workflow_runs: at.workflow_runs + ask.workflow_runs,
    cost_micros: at.cost_micros + ask.cost_micros,
    overage_micros: at.overage_micros,
    held_micros: at.held_micros + ask.hold_micros,
  }
  if (ask.overages) next.overage_micros += owed(next, ask.limits) - owed(at, ask.limits)
  else {
    if (next.actions > ask.limits.actions) return { granted: false, ceiling: 'actions' }
    if (ask.agent_runs > 0 && next.agent_runs > ask.limits.agent_runs)
      return { granted: false, ceiling: 'agent_runs' }
    if (ask.workflow_runs > 0 && next.workflow_runs > ask.limits.workflow_runs) {
      return { granted: false, ceiling: 'workflow_runs' }
    }
  }
  // Only what adds to the bill can be refused for it: a tenant at its cap may still make calls that cost nothing.
  if (spent(next) > spent(at) && spent(next) > ask.limits.spend_cap_micros)
    return { granted: false, ceiling: 'spend_cap' }
  return { granted: true, next }
}

/** What usage past the included quota costs, at the rates of the plan. */
export function owed(at: Pick<Standing, 'actions' | 'agent_runs' | 'workflow_runs'>, limits: Limits): number {
  return (
    OVERAGE_MICROS.action * Math.max(0, at.actions - limits.actions) +
    OVERAGE_MICROS.agent_run * Math.max(0, at.agent_runs - limits.agent_runs) +
    OVERAGE_MICROS.workflow_run * Math.max(0, at.workflow_runs - limits.workflow_runs)
  )
}

function spent(at: Standing): number {
  return at.cost_micros + at.overage_micros + at.held_micros
}
