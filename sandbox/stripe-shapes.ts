import { randomBytes } from 'node:crypto'

const DAY_SECONDS = 86_400

/** An error in Stripe's words. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly more: Record<string, string>

  constructor(status: number, message: string, more: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.more = more
  }
}

export type Session = {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  url: string | null
  price: string
  /** When the first charge is due; null for at once. */
  begins: { at: number; trial: boolean } | null
  success_url: string
  cancel_url: string
  customer: string | null
  customer_email: string | null
  customer_details: { email: string } | null
  client_reference_id: string | null
  subscription: string | null
  metadata: Record<string, string>
  created: number
  expires_at: number
  livemode: false
}

export type Customer = {
  id: string
  object: 'customer'
  email: string | null
  created: number
  livemode: false
}
export type Item = {
  id: string
  object: 'subscription_item'
  price: { id: string; object: 'price' }
  quantity: number
  current_period_start: number
  current_period_end: number
}
export type Subscription = {
  id: string
  object: 'subscription'
  customer: string
  status: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  metadata: Record<string, string>
  items: { object: 'list'; data: [Item]; has_more: false }
  created: number
  livemode: false
}
export type MeterEvent = {
  object: 'billing.meter_event'
  identifier: string
  event_name: string
  payload: Record<string, string>
  timestamp: number
  created: number
  livemode: false
}

export function itemFor(price: string, from: number): Item {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    price: { id: price, object: 'price' },
    quantity: 1,
    current_period_start: from,
    current_period_end: from + 30 * DAY_SECONDS,
  }
}

export function found<T>(books: ReadonlyMap<string, T>, id: string, what: string): T {
  const known = books.get(id)
  if (known === undefined) throw missing(id, what)
  return known
}

export function missing(id: string, what: string): StripeRefusal {
  return new StripeRefusal(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
}

export function required(fields: URLSearchParams, name: string): string {
  const value = fields.get(name)
  if (value === null || value === '')
    throw new StripeRefusal(400, `Missing required param: ${name}.`, {
      code: 'parameter_missing',
      param: name,
    })
  return value
}

/** metadata[tier]=pro → {tier: 'pro'} */
export function named(fields: URLSearchParams, name: string): Record<string, string> {
  const entries = [...fields].flatMap(([key, value]) =>
    key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
  )
  return Object.fromEntries(entries)
}

export function listed(fields: URLSearchParams, name: string): string[] {
  return Object.values(named(fields, name))
}

export function now(): number {
  return Math.floor(Date.now() / 1000)
}

/** Ids of a session claim a key, so that they must not be guessable even here. */
export function newId(prefix: string, length: number): string {
  const text = randomBytes(length * 2)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
  return `${prefix}_${text.slice(0, length)}`
}
