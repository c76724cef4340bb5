import type { World } from './family.ts'
import { createNotifier } from './stripe-notify.ts'
import {
  type Customer,
  found,
  itemFor,
  listed,
  type MeterEvent,
  missing,
  named,
  newId,
  now,
  required,
  type Session,
  StripeRefusal,
  type Subscription,
} from './stripe-shapes.ts'

const DAY_SECONDS = 86_400

type Books = {
  url(): string
  sessions: Map<string, Session>
  customers: Map<string, Customer>
  subscriptions: Map<string, Subscription>
  meter: Map<string, MeterEvent>
  notify(type: string, object: object): Promise<void>
}

export type StripeAccount = ReturnType<typeof createAccount>

/** One account's books, and the events that changes to them send. */
export function createAccount(world: World) {
  const notifier = createNotifier(world)
  const books: Books = {
    url: world.url,
    sessions: new Map(),
    customers: new Map(),
    subscriptions: new Map(),
    meter: new Map(),
    notify: notifier.send,
  }
  return {
    createCustomer: (email: string | null) => createCustomer(books, email),
    customer: (id: string) => found(books.customers, id, 'customer'),
    createSession: (fields: URLSearchParams) => createSession(books, fields),
    session: (id: string) => sessionOf(books, id),
    pay: (id: string, email: string) => pay(books, id, email),
    expire: (id: string) => expire(books, id),
    subscription: (id: string) => found(books.subscriptions, id, 'subscription'),
    updateSubscription: (id: string, fields: URLSearchParams) => updateSubscription(books, id, fields),
    cancelSubscription: (id: string) => cancelSubscription(books, id),
    renew: (id: string, fails: boolean) => renew(books, id, fails),
    meterEvent: (fields: URLSearchParams) => meterEvent(books, fields),
    meterEvents: () => [...books.meter.values()],
    createEndpoint: (fields: URLSearchParams) =>
      notifier.listen(required(fields, 'url'), listed(fields, 'enabled_events')),
  }
}

function createCustomer({ customers }: Books, email: string | null): Customer {
  const customer: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    email,
    created: now(),
    livemode: false,
  }
  customers.set(customer.id, customer)
  return customer
}

function createSession(books: Books, fields: URLSearchParams): Session {
  const customer = fields.get('customer')
  if (customer !== null) found(books.customers, customer, 'customer')
  const id = newId('cs_test', 58)
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: required(fields, 'mode'),
    status: 'open',
    payment_status: 'unpaid',
    url: `${books.url()}/stripe/c/pay/${id}`,
    price: required(fields, 'line_items[0][price]'),
    begins: beginningOf(fields),
    success_url: required(fields, 'success_url'),
    cancel_url: fields.get('cancel_url') ?? '',
    customer,
    customer_email: fields.get('customer_email'),
    customer_details: null,
    client_reference_id: fields.get('client_reference_id'),
    subscription: null,
    metadata: named(fields, 'metadata'),
    created: now(),
    expires_at: Number(fields.get('expires_at') ?? now() + DAY_SECONDS),
    livemode: false,
  }
  books.sessions.set(id, session)
  return session
}

/** A trial has to last 48 hours; a billing cycle can begin any time, and without proration nothing is due before. */
function beginningOf(fields: URLSearchParams): Session['begins'] {
  const trial = fields.get('subscription_data[trial_end]')
  const anchor = fields.get('subscription_data[billing_cycle_anchor]')
  if (trial !== null && Number(trial) < now() + 2 * DAY_SECONDS)
    throw new StripeRefusal(400, 'The `trial_end` date has to be at least 2 days in the future.')
  if (trial !== null) return { at: Number(trial), trial: true }
  const free = fields.get('subscription_data[proration_behavior]') === 'none'
  return anchor === null || !free ? null : { at: Number(anchor), trial: false }
}

function sessionOf({ sessions }: Books, id: string): Session {
  const known = found(sessions, id, 'checkout.session')
  if (known.status === 'open' && known.expires_at <= now())
    Object.assign(known, { status: 'expired', url: null })
  return known
}

/** The money has come: whoever waits for the page waits for the receivers too, as at the real one. */
async function pay(books: Books, id: string, email: string): Promise<Session> {
  const paid = sessionOf(books, id)
  if (paid.status !== 'open') throw new StripeRefusal(400, 'This Checkout Session is no longer open.')
  const customer = paid.customer ?? createCustomer(books, email).id
  const subscription = subscribe(books, customer, paid)
  Object.assign(paid, {
    status: 'complete',
    payment_status: paid.begins === null ? 'paid' : 'no_payment_required',
    url: null,
    customer,
    customer_details: { email },
    subscription: subscription.id,
  } satisfies Partial<Session>)
  await books.notify('customer.subscription.created', subscription)
  await books.notify('checkout.session.completed', paid)
  return paid
}

function subscribe(
  { subscriptions }: Books,
  customer: string,
  { price, begins, metadata }: Session,
): Subscription {
  const item = itemFor(price, now())
  const subscription: Subscription = {
    id: newId('sub', 24),
    object: 'subscription',
    customer,
    status: begins?.trial === true ? 'trialing' : 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    metadata,
    items: {
      object: 'list',
      data: [begins === null ? item : { ...item, current_period_end: begins.at }],
      has_more: false,
    },
    created: now(),
    livemode: false,
  }
  subscriptions.set(subscription.id, subscription)
  return subscription
}

async function expire(books: Books, id: string): Promise<Session> {
  const open = sessionOf(books, id)
  if (open.status !== 'open') throw new StripeRefusal(400, 'Only open Checkout Sessions can be expired.')
  Object.assign(open, { status: 'expired', url: null })
  await books.notify('checkout.session.expired', open)
  return open
}

async function updateSubscription(books: Books, id: string, fields: URLSearchParams): Promise<Subscription> {
  const changed = running(books, id)
  const atEnd = fields.get('cancel_at_period_end')
  const item = changed.items.data[0]
  if (atEnd !== null) {
    const ends = atEnd === 'true'
    Object.assign(changed, { cancel_at_period_end: ends, cancel_at: ends ? item.current_period_end : null })
  }
  const price = fields.get('items[0][price]')
  if (price !== null) item.price = { id: price, object: 'price' }
  await books.notify('customer.subscription.updated', changed)
  return changed
}

async function cancelSubscription(books: Books, id: string): Promise<Subscription> {
  const ended = Object.assign(running(books, id), { status: 'canceled', canceled_at: now(), ended_at: now() })
  await books.notify('customer.subscription.deleted', ended)
  return ended
}

/** The next period begins; a payment that fails leaves it past due. */
async function renew(books: Books, id: string, fails: boolean): Promise<Subscription> {
  const renewed = running(books, id)
  const item = renewed.items.data[0]
  renewed.items.data = [{ ...itemFor(item.price.id, item.current_period_end), id: item.id }]
  renewed.status = fails ? 'past_due' : 'active'
  if (fails) {
    const parent = { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } }
    const invoice = { object: 'invoice', customer: renewed.customer, status: 'open', parent }
    await books.notify('invoice.payment_failed', { id: newId('in', 24), ...invoice })
  }
  await books.notify('customer.subscription.updated', renewed)
  return renewed
}

function running({ subscriptions }: Books, id: string): Subscription {
  const known = found(subscriptions, id, 'subscription')
  if (known.status === 'canceled') throw missing(id, 'subscription')
  return known
}

function meterEvent({ meter, customers }: Books, fields: URLSearchParams): MeterEvent {
  const identifier = fields.get('identifier') ?? newId('mev', 24)
  if (meter.has(identifier))
    throw new StripeRefusal(400, `An event already exists with identifier ${identifier}.`)
  const event: MeterEvent = {
    object: 'billing.meter_event',
    identifier,
    event_name: required(fields, 'event_name'),
    payload: named(fields, 'payload'),
    timestamp: Number(fields.get('timestamp') ?? now()),
    created: now(),
    livemode: false,
  }
  found(customers, event.payload.stripe_customer_id ?? '', 'customer')
  meter.set(identifier, event)
  return event
}
