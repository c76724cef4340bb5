import {
  bearer,
  type Family,
  type FamilyMaker,
  form,
  json,
  type Reply,
  type SandboxRequest,
} from './family.ts'
import { masked } from './openai-errors.ts'
import { createAccount, type StripeAccount } from './stripe-account.ts'
import { pages } from './stripe-page.ts'
import { StripeRefusal } from './stripe-shapes.ts'

function failure(status: number, message: string, more: Record<string, string> = {}): Reply {
  return json(status, { error: { type: 'invalid_request_error', message, ...more } })
}

/** Stripe: checkout with a page to pay on, customers, subscriptions, meter events, and signed events to whoever asked. */
export const stripe: FamilyMaker = (world): Family => {
  const account = createAccount(world)
  const replies = new Map<string, Reply>()
  const showPage = pages(account)

  /** A POST with a key that was used gets the stored reply, as Stripe keeps it for a day. */
  async function once(request: SandboxRequest, work: () => Reply | Promise<Reply>): Promise<Reply> {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return work()
    const known = replies.get(key)
    if (known !== undefined) return known
    const reply = await work()
    replies.set(key, reply)
    return reply
  }

  return {
    name: 'stripe',
    mount: '/stripe',
    plays: 'api.stripe.com, checkout.stripe.com',
    platforms: ['stripe'],
    async handle(request) {
      if (request.path.startsWith('/c/pay/')) return guarded(() => showPage(request))
      const key = bearer(request) || basicUser(request)
      if (key === '')
        return failure(401, 'You did not provide an API key. Send it as Authorization: Bearer <key>.')
      if (key.includes('invalid')) return failure(401, `Invalid API Key provided: ${masked(key)}`)
      return guarded(() => once(request, () => route(account, request)))
    },
  }
}

async function guarded(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return failure(error.status, error.message, error.more)
  }
}

async function route(account: StripeAccount, request: SandboxRequest): Promise<Reply> {
  const fields = form(request)
  const [, version, ...parts] = request.path.split('/')
  if (version === '_sandbox') return simulate(account, request.method, parts, fields)
  const [what = '', id = '', verb = ''] =
    parts[0] === 'checkout' || parts[0] === 'billing' ? parts.slice(1) : parts
  switch (`${request.method} ${what}${id === '' ? '' : '/id'}${verb === '' ? '' : `/${verb}`}`) {
    case 'POST sessions':
      return json(200, account.createSession(fields))
    case 'GET sessions/id':
      return json(200, account.session(id))
    case 'POST sessions/id/expire':
      return json(200, await account.expire(id))
    case 'POST customers':
      return json(200, account.createCustomer(fields.get('email')))
    case 'GET customers/id':
      return json(200, account.customer(id))
    case 'GET subscriptions/id':
      return json(200, account.subscription(id))
    case 'POST subscriptions/id':
      return json(200, await account.updateSubscription(id, fields))
    case 'DELETE subscriptions/id':
      return json(200, await account.cancelSubscription(id))
    case 'POST webhook_endpoints':
      return json(200, account.createEndpoint(fields))
    case 'POST meter_events':
      return json(200, account.meterEvent(fields))
    default:
      return failure(404, `Unrecognized request URL (${request.method}: ${request.path}).`)
  }
}

/** What only happens by itself at the real one: a renewal, and what a meter has counted. */
async function simulate(
  account: StripeAccount,
  method: string,
  [what, id = '', verb]: string[],
  fields: URLSearchParams,
): Promise<Reply> {
  if (method === 'GET' && what === 'meter_events') return json(200, { data: account.meterEvents() })
  if (method === 'POST' && what === 'subscriptions' && verb === 'renew')
    return json(200, await account.renew(id, fields.get('fail') === 'true'))
  return failure(404, 'Unrecognized request URL.')
}

/** The key may also be the user of basic authentication. */
function basicUser(request: SandboxRequest): string {
  const match = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')
  return (
    Buffer.from(match?.[1] ?? '', 'base64')
      .toString('utf8')
      .split(':', 1)[0] ?? ''
  )
}
