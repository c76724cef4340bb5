import { z } from 'zod'

export const TIERS = ['free', 'hobby', 'pro', 'scale', 'agency', 'enterprise'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** What can be bought; enterprise is agreed with the operator. */
export const PAID_TIERS = ['hobby', 'pro', 'scale', 'agency'] as const
export type PaidTier = (typeof PAID_TIERS)[number]

export type Limits = {
  actions: number
  agent_runs: number
  workflow_runs: number
  spend_cap_micros: number
  requests_per_minute: number
}

export type Plans = Record<Tier, Limits>

const plan = (
  actions: number,
  agent_runs: number,
  workflow_runs: number,
  spend_cap_usd: number,
  requests_per_minute: number,
): Limits => ({
  actions,
  agent_runs,
  workflow_runs,
  spend_cap_micros: usdToMicros(spend_cap_usd),
  requests_per_minute,
})

/** spec.md's figures; the rest is ours. Enterprise starts as Scale until the operator sets its limits. */
export const DEFAULT_PLANS: Plans = {
  free: plan(1_000, 5, 0, 25, 30),
  hobby: plan(10_000, 50, 0, 100, 120),
  pro: plan(100_000, 500, 50, 1_000, 600),
  scale: plan(1_000_000, 5_000, 500, 10_000, 3_000),
  agency: plan(1_000_000, 5_000, 500, 10_000, 3_000),
  enterprise: plan(1_000_000, 5_000, 500, 10_000, 3_000),
}

/** What the operator may set for one tenant, in wire units. */
export const LimitOverrides = z
  .strictObject({
    actions: z.int().min(0).optional(),
    agent_runs: z.int().min(0).optional(),
    workflow_runs: z.int().min(0).optional(),
    spend_cap_usd: z.number().min(0).max(1_000_000_000).optional(),
    requests_per_minute: z.int().min(0).max(100_000).optional(),
  })
  .meta({ id: 'LimitOverrides' })
export type LimitOverrides = z.infer<typeof LimitOverrides>

/** A change to them: what is left out stays, and null goes back to the plan. */
export const LimitChanges = z
  .strictObject({
    actions: LimitOverrides.shape.actions.nullable(),
    agent_runs: LimitOverrides.shape.agent_runs.nullable(),
    workflow_runs: LimitOverrides.shape.workflow_runs.nullable(),
    spend_cap_usd: LimitOverrides.shape.spend_cap_usd.nullable(),
    requests_per_minute: LimitOverrides.shape.requests_per_minute.nullable(),
  })
  .meta({ id: 'LimitChanges' })
export type LimitChanges = z.infer<typeof LimitChanges>

export function limitsOf(plans: Plans, tier: Tier, overrides: LimitOverrides): Limits {
  const base = plans[tier]
  return {
    actions: overrides.actions ?? base.actions,
    agent_runs: overrides.agent_runs ?? base.agent_runs,
    workflow_runs: overrides.workflow_runs ?? base.workflow_runs,
    spend_cap_micros:
      overrides.spend_cap_usd === undefined ? base.spend_cap_micros : usdToMicros(overrides.spend_cap_usd),
    requests_per_minute: overrides.requests_per_minute ?? base.requests_per_minute,
  }
}

/** Overage rates (spec.md, Limits), in micro-dollars a unit. */
export const OVERAGE_MICROS = { action: 10_000, agent_run: 5_000_000, workflow_run: 100_000_000 } as const

export function usdToMicros(usd: number): number {
  return Math.round(usd * 1_000_000)
}

export function microsToUsd(micros: number): number {
  return micros / 1_000_000
}
