import { createHmac } from 'node:crypto'
import type { TestApp } from './harness.ts'

export type Started = { session_id: string; checkout_url: string; starts_at: string | null }

let serial = 0

export function payerEmail(): string {
  return `payer${++serial}-${process.pid}@example.com`
}

export async function startCheckout(
  app: TestApp,
  tier = 'pro',
  more: { key?: string; email?: string } = {},
): Promise<Started> {
  const answer = await app.call(`POST /checkout/${tier}`, {
    key: more.key,
    body: {
      ...(more.key === undefined ? { email: more.email ?? payerEmail() } : {}),
      success_url: `${app.url}/v1/health?session={CHECKOUT_SESSION_ID}`,
      cancel_url: `${app.url}/v1/health?cancelled=1`,
    },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Started
}

/** What the page's pay button sends. */
export function payOnPage({ checkout_url }: Started, card = '4242424242424242'): Promise<Response> {
  const body = new URLSearchParams({ action: 'pay', card, email: payerEmail() })
  return fetch(checkout_url, { method: 'POST', body, redirect: 'manual' })
}

/** A tenant that paid, with its key and its subscription at the sandbox. */
export async function paidTenant(
  app: TestApp,
  tier = 'pro',
): Promise<{ id: string; key: string; subscription: string }> {
  const started = await startCheckout(app, tier)
  await payOnPage(started)
  const claimed = await app.call('POST /checkout/claim', { body: { session_id: started.session_id } })
  const session = await stripeApi(app, `GET /v1/checkout/sessions/${started.session_id}`)
  return {
    id: String(claimed.body.tenant_id),
    key: String(claimed.body.api_key),
    subscription: String(session.subscription),
  }
}

/** The sandbox's Stripe, asked the way its dashboard or its API would be. */
export async function stripeApi(
  app: TestApp,
  route: string,
  fields: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const [method = 'GET', path = '/'] = route.split(' ')
  const response = await fetch(`${app.sandbox.url}/stripe${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_any' },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
  })
  return response.json() as Promise<Record<string, unknown>>
}

export function stripeSignature(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** A subscription as Stripe sends it, with the fields that matter. */
export function subscriptionEvent(
  id: string,
  type: string,
  created: number,
  subscription: { id: string; price: string; status?: string; period_end?: number; ends?: boolean },
): string {
  const { status = 'active', period_end = created + 2_592_000, ends = false } = subscription
  const object = {
    id: subscription.id,
    object: 'subscription',
    customer: 'cus_test',
    status,
    cancel_at: ends ? period_end : null,
    cancel_at_period_end: ends,
    items: {
      object: 'list',
      data: [{ id: 'si_1', price: { id: subscription.price }, current_period_end: period_end }],
    },
  }
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } })
}
