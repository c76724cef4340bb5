import type { PaidTier } from '../../kernel/plans.ts'
import type { Outcome } from '../contract.ts'

export interface CheckoutOrder {
  tier: PaidTier
  email: string | null
  /** The customer that the payer already is, so that one tenant stays one customer. */
  customer_id: string | null
  success_url: string
  cancel_url: string
  /** What the subscription carries, for whoever reads it at the vendor. */
  tenant_id: string | null
  /** Nothing is charged before then: until then another subscription is paid for. Null: from now on. */
  starts: { at: string; now: string } | null
}

export interface Checkout {
  session_id: string
  checkout_url: string
  expires_at: string
}

export interface Subscription {
  id: string
  customer_id: string
  /** The vendor's word: active, trialing, past_due, unpaid, canceled, incomplete, incomplete_expired, paused. */
  status: string
  /** Null when none of its prices is one of ours. */
  tier: PaidTier | null
  period_end: string | null
  /** When it was told to end, while it still runs. */
  ends_at: string | null
}

/** What a vendor's event means to us. Everything else that it may say is `other`. */
export type PaymentNews =
  | {
      kind: 'paid'
      session_id: string
      customer_id: string | null
      subscription_id: string | null
      email: string | null
    }
  | { kind: 'abandoned'; session_id: string }
  | { kind: 'subscription'; subscription: Subscription }
  | { kind: 'payment_failed'; subscription_id: string }
  | { kind: 'other' }

export interface PaymentEvent {
  id: string
  type: string
  created_at: string
  news: PaymentNews
}

export interface UsageReport {
  /** The vendor counts one identifier once, however often it is sent. */
  identifier: string
  customer_id: string
  value: number
  at: string
}

export interface Payments {
  simulated: boolean
  /** Whether the plan has a price. */
  sells(tier: PaidTier): boolean
  createCheckout(order: CheckoutOrder): Promise<Outcome<Checkout>>
  /** Ends it now and credits what is left of the period. One that is gone already is a success. */
  cancelSubscription(id: string): Promise<Outcome<null>>
  /** Lets it end with the period that is paid for. One that is gone already is a success. */
  endSubscription(id: string): Promise<Outcome<null>>
  /** Null: no meter is configured, and usage is not reported. */
  reportUsage: ((report: UsageReport) => Promise<Outcome<null>>) | null
  /** Null when the signature is missing, wrong or old: whoever sent it is not the vendor. */
  readEvent(body: Uint8Array, signature: string | undefined): PaymentEvent | null
  /** Asks the vendor to send its events to this address, and keeps the secret that it signs them with. */
  subscribe(url: string): Promise<Outcome<null>>
}
