import { type PaidTier, TIERS, type Tier } from '../kernel/plans.ts'

/** How long a paid key waits to be claimed. */
export const CLAIM_HOURS = 72

export type SubscriptionRow = {
  id: string
  tenant_id: string | null
  customer_id: string
  status: string
  tier: PaidTier | null
  /** When it was told to end, while it still runs. */
  ends_at: string | null
  /** The end of the last period that was paid for. */
  paid_through: string | null
}

/** Another subscription of the tenant that runs: what was paid for with it holds until then. */
export type Cover = { tier: PaidTier; until: string }

export type Pending = { tier: Tier; at: string }

/** Where a tenant stands, and where it goes on its own at a known time. */
export type Standing = { tier: Tier; pending: Pending | null }

const RUNNING = new Set(['active', 'trialing'])
const ENDED = new Set(['canceled', 'incomplete_expired'])

/**
 * What a subscription makes of its tenant. Up at once; down when what was paid for is over: a cheaper plan and a
 * cancellation at the period's end, a failed payment at the end of the last period that was paid. A dearer one that was
 * paid for before holds to its own end.
 */
export function standingAfter(
  at: Standing,
  subscription: SubscriptionRow,
  now: string,
  cover: Cover | null = null,
): Standing {
  // Agreed with the operator, who alone ends it.
  if (at.tier === 'enterprise') return { tier: 'enterprise', pending: null }
  return covered(standingBy(at, subscription, now), cover)
}

function standingBy(at: Standing, subscription: SubscriptionRow, now: string): Standing {
  const { status, tier, ends_at, paid_through } = subscription
  if (ENDED.has(status)) return { tier: 'free', pending: null }
  if (!RUNNING.has(status)) return later(at, 'free', paid_through, now)
  const running = tier === null ? at : toPlan(at, tier, paid_through, now)
  return ends_at === null ? running : later(running, 'free', ends_at, now)
}

function covered(next: Standing, cover: Cover | null): Standing {
  if (cover === null) return next
  if (rank(cover.tier) > rank(next.tier))
    return { tier: cover.tier, pending: { tier: next.tier, at: cover.until } }
  const { pending } = next
  if (pending === null || rank(cover.tier) <= rank(pending.tier) || pending.at >= cover.until) return next
  return { tier: next.tier, pending: { tier: pending.tier, at: cover.until } }
}

/** The dearest of those that run, if what was paid for it is not over. */
export function coverOf(others: readonly SubscriptionRow[], now: string): Cover | null {
  let best: Cover | null = null
  for (const { status, tier, paid_through } of others) {
    if (!RUNNING.has(status) || tier === null || paid_through === null || paid_through <= now) continue
    if (best === null || rank(tier) > rank(best.tier)) best = { tier, until: paid_through }
  }
  return best
}

/** When a plan that is bought begins: after what was paid for, if that is a dearer one; null for at once. */
export function startOf(tier: PaidTier, cover: Cover | null): string | null {
  return cover !== null && rank(tier) < rank(cover.tier) ? cover.until : null
}

function toPlan(at: Standing, tier: PaidTier, paidThrough: string | null, now: string): Standing {
  if (rank(tier) >= rank(at.tier)) return { tier, pending: null }
  // A renewal may be heard before the change that it brings was made: the earlier date stands.
  const agreed = at.pending !== null && at.pending.tier === tier ? at.pending.at : paidThrough
  return later(at, tier, earlier(agreed, paidThrough), now)
}

function later(at: Standing, tier: Tier, when: string | null, now: string): Standing {
  return when === null || when <= now
    ? { tier, pending: null }
    : { tier: at.tier, pending: { tier, at: when } }
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

function rank(tier: Tier): number {
  return TIERS.indexOf(tier)
}

/** Within one second the provider's times do not tell events apart: what ends a subscription is the last word. */
export function rankOf(eventType: string): number {
  if (eventType === 'customer.subscription.created') return 0
  return eventType === 'customer.subscription.deleted' ? 2 : 1
}

export function hasEnded(status: string): boolean {
  return ENDED.has(status)
}

export function isRunning(status: string): boolean {
  return RUNNING.has(status)
}

/** Another address of the same person: whoever pays has not proved that the tenant of this one is theirs. */
export function aside(email: string, sessionId: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}+${sessionId.slice(-8).toLowerCase()}${email.slice(at)}`
}
