import { insertTenant } from '../accounts/store.ts'
import type { Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import type { PaymentEvent, PaymentNews } from '../providers/payments/contract.ts'
import { cancelLater, downgradeLater, endLater } from './queue.ts'
import { aside, coverOf, type SubscriptionRow, standingAfter, startOf } from './rules.ts'
import * as store from './store.ts'

/** One event, one effect, in one transaction: the same one again finds itself written down and does nothing. */
export async function takeEvent(tx: Tx, event: PaymentEvent): Promise<void> {
  if (!(await store.hearEvent(tx, event))) return
  const { news } = event
  switch (news.kind) {
    case 'paid':
      return paid(tx, news, event.created_at)
    case 'abandoned':
      return store.markExpired(tx, news.session_id)
    case 'subscription': {
      const said = { at: event.created_at, type: event.type }
      return moveTenant(tx, await store.saveSubscription(tx, news.subscription, said))
    }
    case 'payment_failed':
      return moveTenant(tx, await store.saveFailure(tx, news.subscription_id, event.created_at))
    case 'other':
      return
  }
}

async function paid(tx: Tx, news: PaymentNews & { kind: 'paid' }, at: string): Promise<void> {
  const session = await store.lockSession(tx, news.session_id)
  // The account at Stripe may sell other things as well: what we did not offer is not ours.
  if (session === null || session.status === 'paid') return
  const tenantId = session.tenant_id ?? (await makeTenant(tx, session, news.email))
  await store.markPaid(tx, session.id, tenantId)
  if (news.subscription_id === null) return
  await subscribe(tx, {
    tenant_id: tenantId,
    subscription_id: news.subscription_id,
    customer_id: news.customer_id,
    tier: session.tier,
    at,
  })
}

/** Free until its subscription says otherwise, a moment later in the same transaction. Its key waits for the claim. */
async function makeTenant(tx: Tx, session: store.SessionRow, paidBy: string | null): Promise<string> {
  const email = session.email ?? paidBy ?? `${session.id}@checkout.invalid`
  const wanted = { name: null, tier: 'free', limits: {} } as const
  const tenant =
    (await insertTenant(tx, { id: newId('ten'), email, ...wanted })) ??
    (await insertTenant(tx, { id: newId('ten'), email: aside(email, session.id), ...wanted }))
  if (tenant === null) throw new Error('the address of a paid checkout is taken twice')
  return tenant.id
}

type NewSubscription = {
  tenant_id: string
  subscription_id: string
  customer_id: string | null
  tier: store.SessionRow['tier']
  at: string
}

/**
 * The newest subscription is the one that counts; those before it end, so that nobody pays twice. A dearer one ends with
 * the period that is paid for, and any other now, with credit for the rest.
 */
async function subscribe(tx: Tx, s: NewSubscription): Promise<void> {
  // The subscription before the tenant, as every event locks them: two at once then wait and never cross.
  const linked = await store.linkSubscription(tx, {
    id: s.subscription_id,
    tenant_id: s.tenant_id,
    customer_id: s.customer_id ?? '',
    tier: s.tier,
  })
  const tenant = await store.lockTenant(tx, s.tenant_id)
  if (tenant === null) return cancelLater(tx, s.tenant_id, s.subscription_id)
  const newer = tenant.subscribed_at !== null && tenant.subscribed_at > s.at
  if (newer) return cancelLater(tx, s.tenant_id, s.subscription_id)
  await store.saveSubscriber(tx, s.tenant_id, s)
  const others = await store.listOthers(tx, s.tenant_id, s.subscription_id)
  for (const other of others) {
    const keeps = startOf(s.tier, coverOf([other], tenant.now)) !== null
    await (keeps ? endLater : cancelLater)(tx, s.tenant_id, other.id)
  }
  await moveTenant(tx, linked, true)
}

/** Moves the tenant where its subscription says. A bought plan holds at once, unless a dearer one is paid for. */
async function moveTenant(tx: Tx, subscription: SubscriptionRow | null, bought = false): Promise<void> {
  if (subscription === null || subscription.tenant_id === null) return
  const tenant = await store.lockTenant(tx, subscription.tenant_id)
  if (tenant === null || tenant.subscription_id !== subscription.id) return
  const { tier, pending_tier, pending_at, now } = tenant
  const pending = pending_tier === null || pending_at === null ? null : { tier: pending_tier, at: pending_at }
  const from =
    bought && tier !== 'enterprise' ? ({ tier: 'free', pending: null } as const) : { tier, pending }
  const others = await store.listOthers(tx, tenant.id, subscription.id)
  const next = standingAfter(from, subscription, now, coverOf(others, now))
  await store.saveStanding(tx, tenant.id, next)
  if (next.pending !== null) await downgradeLater(tx, tenant.id, next.pending.at, now)
  await tx.notify('keys', tenant.id)
}
