import Stripe from 'stripe'
import { type Failure, failed, type Outcome, type ProviderDoor, succeed } from '../contract.ts'
import { excerpt } from '../redact.ts'
import type { Payments, UsageReport } from './contract.ts'
import { checkoutParams, isoOf, type Prices, readNews } from './map.ts'
import { transportOver } from './transport.ts'

/** The version whose shapes map.ts reads; the account's own default does not matter. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 20_000
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.payment_failed',
] as const

export interface StripeSettings {
  secret_key: string
  webhook_secret: string | null
  prices: Prices
  base_url: string
  meter_event_name: string | null
  simulated: boolean
}

export function createStripe(settings: StripeSettings, door: ProviderDoor): Payments {
  const { secret_key, prices, simulated, meter_event_name } = settings
  let webhookSecret = settings.webhook_secret
  const stripe = new Stripe(secret_key, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: transportOver(door, {
      base_url: settings.base_url,
      lane: simulated ? 'sandbox:stripe' : 'stripe',
      secrets: [secret_key],
    }),
  })
  return {
    simulated,
    sells: (tier) => prices[tier] !== undefined,
    async createCheckout(order) {
      const price = prices[order.tier]
      if (price === undefined) return failed('rejected', 'not_found', `There is no price for ${order.tier}.`)
      const made = await attempt(() => stripe.checkout.sessions.create(checkoutParams(order, price)))
      if (!made.ok) return made
      const { id, url, expires_at } = made.value
      if (url === null) return failed('unknown', 'bad_response', 'The payment provider gave no address.')
      return succeed({ session_id: id, checkout_url: url, expires_at: isoOf(expires_at) })
    },
    async cancelSubscription(id) {
      const ended = await attempt(() => stripe.subscriptions.cancel(id, { prorate: true }))
      return ended.ok || ended.code === 'not_found' ? succeed(null) : ended
    },
    async endSubscription(id) {
      const ends = await attempt(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
      return ends.ok || ends.code === 'not_found' ? succeed(null) : ends
    },
    reportUsage: meter_event_name === null ? null : (report) => sendUsage(stripe, meter_event_name, report),
    readEvent(body, signature) {
      if (webhookSecret === null || signature === undefined) return null
      try {
        return readNews(stripe.webhooks.constructEvent(Buffer.from(body), signature, webhookSecret), prices)
      } catch (error) {
        // A body that is signed and cannot be read is a fault; one that is not signed is just refused.
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },
    async subscribe(url) {
      const made = await attempt(() =>
        stripe.webhookEndpoints.create({ url, enabled_events: [...EVENTS], api_version: API_VERSION }),
      )
      if (made.ok) webhookSecret = made.value.secret ?? null
      return done(made)
    },
  }
}

/** An identifier that was heard before is a success: it was this report, whose answer got lost. */
async function sendUsage(stripe: Stripe, eventName: string, report: UsageReport): Promise<Outcome<null>> {
  const { identifier, customer_id, value, at } = report
  const sent = await attempt(() =>
    stripe.billing.meterEvents.create(
      {
        event_name: eventName,
        identifier,
        payload: { stripe_customer_id: customer_id, value: String(value) },
        timestamp: Math.floor(Date.parse(at) / 1000),
      },
      { idempotencyKey: identifier },
    ),
  )
  const heard = !sent.ok && /already exists with identifier/.test(sent.log_excerpt ?? '')
  return heard ? succeed(null) : done(sent)
}

async function attempt<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return succeed(await ask())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return verdictOf(error)
    throw error
  }
}

function done(outcome: Outcome<unknown>): Outcome<null> {
  return outcome.ok ? succeed(null) : outcome
}

/** Stripe's own words stay in the log: they may name parts of the key. */
function verdictOf(error: Stripe.errors.StripeError): Failure {
  const more = {
    log_excerpt: excerpt(error.message),
    ...(error.statusCode === undefined ? {} : { status: error.statusCode }),
  }
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return failed('reconnect', 'invalid_credentials', 'The payment provider refused our credentials.', more)
  if (error instanceof errors.StripeRateLimitError)
    return failed('retry_later', 'rate_limited', 'The payment provider asked to slow down.', more)
  if (error instanceof errors.StripeConnectionError)
    return failed('retry_later', 'connection_reset', 'The payment provider cannot be reached.', more)
  if (error.statusCode === 404)
    return failed('rejected', 'not_found', 'The payment provider knows no such thing.', more)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return failed('rejected', 'invalid_request', 'The payment provider refused the request.', more)
  return failed('retry_later', 'server_error', 'The payment provider has a fault.', more)
}
