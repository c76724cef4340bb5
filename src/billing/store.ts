import type { TenantRow } from '../accounts/store.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import type { PaidTier, Tier } from '../kernel/plans.ts'
import type { PaymentEvent, Subscription } from '../providers/payments/contract.ts'
import { sql } from '../store/sql.ts'
import { CLAIM_HOURS, isRunning, rankOf, type Standing, type SubscriptionRow } from './rules.ts'

export type SessionRow = {
  id: string
  tenant_id: string | null
  upgrades: boolean
  tier: PaidTier
  email: string | null
  status: 'open' | 'paid' | 'expired'
  claimed: boolean
  /** Neither the payment nor the claim came in time. */
  late: boolean
}

export async function insertSession(
  tx: Tx,
  s: { id: string; tenant_id: string | null; tier: PaidTier; email: string | null; expires_at: string },
): Promise<void> {
  await tx.run(sql`
    insert into checkout_sessions (id, tenant_id, upgrades, tier, email, expires_at)
    values (${s.id}, ${s.tenant_id}, ${s.tenant_id !== null}, ${s.tier}, ${s.email}, ${s.expires_at}::timestamptz)`)
}

/** Found by its id alone: that is the secret, and there may be no tenant yet. */
export function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  return tx.row(sql`
    select id, tenant_id, upgrades, tier, email, status, claimed_at is not null as claimed,
      coalesce(claim_until, expires_at) <= herald_now() as late
    from checkout_sessions where id = ${id} for update`)
}

export async function markPaid(tx: Tx, id: string, tenantId: string): Promise<void> {
  await tx.run(sql`
    update checkout_sessions set status = 'paid', tenant_id = ${tenantId},
      claim_until = herald_now() + make_interval(hours => ${CLAIM_HOURS}::int)
    where id = ${id}`)
}

export async function markClaimed(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update checkout_sessions set claimed_at = herald_now() where id = ${id}`)
}

export async function markExpired(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update checkout_sessions set status = 'expired' where id = ${id} and status = 'open'`)
}

/** False when this event has been heard before. */
export async function hearEvent(tx: Tx, event: PaymentEvent): Promise<boolean> {
  const heard = await tx.run(sql`
    insert into stripe_events (id, type, created_at) values (${event.id}, ${event.type}, ${event.created_at}::timestamptz)
    on conflict do nothing`)
  return heard > 0
}

/** Stripe repeats an event for days, not for months. */
export function dropOldEvents(db: Queryable): Promise<number> {
  return db.run(sql`delete from stripe_events where received_at < herald_now() - interval '90 days'`)
}

/** Keeps what the provider says unless something later was heard already; null then. Ended stays ended. */
export function saveSubscription(
  tx: Tx,
  s: Subscription,
  said: { at: string; type: string },
): Promise<SubscriptionRow | null> {
  const paidThrough = isRunning(s.status) ? s.period_end : null
  return tx.row(sql`
    insert into subscriptions as k (id, customer_id, status, tier, ends_at, paid_through, said_at, said_rank)
    values (${s.id}, ${s.customer_id}, ${s.status}, ${s.tier}, ${s.ends_at}::timestamptz, ${paidThrough}::timestamptz,
      ${said.at}::timestamptz, ${rankOf(said.type)})
    on conflict (id) do update set status = excluded.status, tier = coalesce(excluded.tier, k.tier),
      ends_at = excluded.ends_at, paid_through = coalesce(excluded.paid_through, k.paid_through),
      said_at = excluded.said_at, said_rank = excluded.said_rank
    where (k.said_at, k.said_rank) <= (excluded.said_at, excluded.said_rank)
      and k.status not in ('canceled', 'incomplete_expired')
      and (excluded.status <> 'incomplete' or k.status = 'incomplete')
    returning id, tenant_id, customer_id, status, tier, ends_at, paid_through`)
}

/** The payment of an invoice failed: as good as the provider saying past_due. */
export function saveFailure(tx: Tx, id: string, at: string): Promise<SubscriptionRow | null> {
  return tx.row(sql`
    update subscriptions k set status = 'past_due', said_at = ${at}::timestamptz, said_rank = 1
    where id = ${id} and (k.said_at, k.said_rank) <= (${at}::timestamptz, 1)
      and k.status in ('active', 'trialing', 'past_due')
    returning id, tenant_id, customer_id, status, tier, ends_at, paid_through`)
}

/** Gives a subscription its tenant. What was heard of it before the payment was stays as it is. */
export function linkSubscription(
  tx: Tx,
  s: { id: string; tenant_id: string; customer_id: string; tier: PaidTier },
): Promise<SubscriptionRow | null> {
  return tx.row(sql`
    insert into subscriptions as k (id, tenant_id, customer_id, status, tier, said_at, said_rank)
    values (${s.id}, ${s.tenant_id}, ${s.customer_id}, 'active', ${s.tier}, '-infinity', 0)
    on conflict (id) do update set tenant_id = excluded.tenant_id,
      status = case when k.status = 'incomplete' then 'active' else k.status end, tier = coalesce(k.tier, excluded.tier)
    returning id, tenant_id, customer_id, status, tier, ends_at, paid_through`)
}

/** The tenant's subscriptions that have not ended, but for one of them. */
export function listOthers(db: Queryable, tenantId: string, id: string | null): Promise<SubscriptionRow[]> {
  return db.rows(sql`
    select id, tenant_id, customer_id, status, tier, ends_at, paid_through from subscriptions
    where tenant_id = ${tenantId} and id is distinct from ${id}::text
      and status not in ('canceled', 'incomplete_expired')
    order by id`)
}

export type PayingTenant = TenantRow & {
  stripe_customer_id: string | null
  subscription_id: string | null
  subscribed_at: string | null
  pending_tier: Tier | null
  pending_at: string | null
  now: string
}

export function lockTenant(tx: Tx, tenantId: string): Promise<PayingTenant | null> {
  return tx.row(sql`select *, herald_now() as now from tenants where id = ${tenantId} for update`)
}

export function findPayer(db: Queryable, tenantId: string): Promise<PayingTenant | null> {
  return db.row(sql`select *, herald_now() as now from tenants where id = ${tenantId}`)
}

export async function emailIsTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.row(sql`select 1 as taken from tenants where lower(email) = lower(${email})`)) !== null
}

export async function saveSubscriber(
  tx: Tx,
  tenantId: string,
  s: { subscription_id: string; customer_id: string | null; at: string },
): Promise<void> {
  await tx.run(sql`
    update tenants set subscription_id = ${s.subscription_id}, subscribed_at = ${s.at}::timestamptz,
      stripe_customer_id = coalesce(${s.customer_id}, stripe_customer_id)
    where id = ${tenantId}`)
}

/** A tenant that becomes free loses its overages with its plan. */
export async function saveStanding(tx: Tx, tenantId: string, { tier, pending }: Standing): Promise<void> {
  await tx.run(sql`
    update tenants set tier = ${tier}, pending_tier = ${pending?.tier ?? null},
      pending_at = ${pending?.at ?? null}::timestamptz, overages_enabled = overages_enabled and ${tier} <> 'free'
    where id = ${tenantId}`)
}

/** Makes the agreed downgrade if it is due. False when it is not, or when it was called off. */
export async function applyPending(tx: Tx, tenantId: string): Promise<boolean> {
  const moved = await tx.run(sql`
    update tenants set tier = pending_tier, pending_tier = null, pending_at = null,
      overages_enabled = overages_enabled and pending_tier <> 'free'
    where id = ${tenantId} and pending_at <= herald_now()`)
  return moved > 0
}
