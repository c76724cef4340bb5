import type Stripe from 'stripe'
import type { PaidTier } from '../../kernel/plans.ts'
import type { CheckoutOrder, PaymentEvent, PaymentNews, Subscription } from './contract.ts'

export type Prices = Readonly<Partial<Record<PaidTier, string>>>

/** What a checkout of ours looks like at Stripe. */
export function checkoutParams(order: CheckoutOrder, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { tier: order.tier, ...(order.tenant_id === null ? {} : { tenant_id: order.tenant_id }) }
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: order.success_url,
    cancel_url: order.cancel_url,
    metadata,
    subscription_data: { metadata, ...beginning(order.starts) },
    ...(order.tenant_id === null ? {} : { client_reference_id: order.tenant_id }),
    ...payer(order),
  }
}

const HOUR_MS = 3_600_000
const SHORTEST_TRIAL_MS = 48 * HOUR_MS

/**
 * A plan that begins later is a trial until then, which Stripe takes from two days on; a shorter wait is a billing cycle
 * that begins then, with nothing for the days before. Less than an hour is not worth either.
 */
function beginning(starts: CheckoutOrder['starts']): Stripe.Checkout.SessionCreateParams.SubscriptionData {
  if (starts === null) return {}
  const ms = Date.parse(starts.at) - Date.parse(starts.now)
  const at = Math.ceil(Date.parse(starts.at) / 1000)
  if (ms >= SHORTEST_TRIAL_MS) return { trial_end: at }
  return ms >= HOUR_MS ? { billing_cycle_anchor: at, proration_behavior: 'none' } : {}
}

/** Stripe takes a customer or an address, not both. */
function payer({ customer_id, email }: CheckoutOrder): { customer?: string; customer_email?: string } {
  if (customer_id !== null) return { customer: customer_id }
  return email === null ? {} : { customer_email: email }
}

export function readNews(event: Stripe.Event, prices: Prices): PaymentEvent {
  return {
    id: event.id,
    type: event.type,
    created_at: isoOf(event.created),
    news: newsOf(event, prices),
  }
}

function newsOf(event: Stripe.Event, prices: Prices): PaymentNews {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return sessionNews(event.data.object)
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return { kind: 'abandoned', session_id: event.data.object.id }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { kind: 'subscription', subscription: readSubscription(event.data.object, prices) }
    case 'invoice.payment_failed':
      return invoiceNews(event.data.object)
    default:
      return { kind: 'other' }
  }
}

/** Some ways to pay complete a session before the money has come: those wait for async_payment_succeeded. */
function sessionNews(session: Stripe.Checkout.Session): PaymentNews {
  if (session.payment_status === 'unpaid') return { kind: 'other' }
  return {
    kind: 'paid',
    session_id: session.id,
    customer_id: idOf(session.customer),
    subscription_id: idOf(session.subscription),
    email: session.customer_details?.email ?? session.customer_email,
  }
}

function invoiceNews(invoice: Stripe.Invoice): PaymentNews {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null)
  return subscriptionId === null
    ? { kind: 'other' }
    : { kind: 'payment_failed', subscription_id: subscriptionId }
}

export function readSubscription(subscription: Stripe.Subscription, prices: Prices): Subscription {
  const item = subscription.items.data.find(({ price }) => tierOf(price.id, prices) !== null)
  const periodEnd = (item ?? subscription.items.data[0])?.current_period_end
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : undefined)
  return {
    id: subscription.id,
    customer_id: idOf(subscription.customer) ?? '',
    status: subscription.status,
    tier: item === undefined ? null : tierOf(item.price.id, prices),
    period_end: periodEnd === undefined ? null : isoOf(periodEnd),
    ends_at: endsAt === undefined || endsAt === null ? null : isoOf(endsAt),
  }
}

function tierOf(price: string, prices: Prices): PaidTier | null {
  const found = Object.entries(prices).find(([, id]) => id === price)
  // The keys of Prices are the paid tiers and nothing else.
  return found === undefined ? null : (found[0] as PaidTier)
}

function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' && value !== null ? value.id : value
}

export function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
