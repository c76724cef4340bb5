import { createHmac } from 'node:crypto'
import type { World } from './family.ts'
import { newId } from './stripe-shapes.ts'

type Endpoint = { id: string; url: string; secret: string; events: readonly string[] }

const DEADLINE_MS = 10_000
/** The real one tries for days. */
const RETRY_MS = [500, 2_000, 5_000]

/** Who listens is a setting of the account and not part of what happened in it: a reset leaves it alone. */
const listeners = new WeakMap<World, Map<string, Endpoint>>()

/** Signed events to every endpoint that asked for them. */
export function createNotifier(world: World) {
  const endpoints = listeners.get(world) ?? new Map<string, Endpoint>()
  listeners.set(world, endpoints)

  async function post(endpoint: Endpoint, body: string): Promise<boolean> {
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': sign(body, endpoint.secret) },
        body,
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  async function retry(endpoint: Endpoint, body: string): Promise<void> {
    for (const wait of RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref())
      if (await post(endpoint, body)) return
    }
  }

  return {
    listen(url: string, events: readonly string[]) {
      const known = [...endpoints.values()].find((endpoint) => endpoint.url === url)
      const endpoint = known ?? { id: newId('we', 24), url, secret: newId('whsec', 32), events }
      endpoints.set(endpoint.id, endpoint)
      const { id, secret } = endpoint
      return {
        id,
        object: 'webhook_endpoint',
        url,
        enabled_events: events,
        secret,
        status: 'enabled',
        livemode: false,
      }
    },
    /** Resolves after the first try of each; what failed is tried again beside it. */
    async send(type: string, object: object): Promise<void> {
      const event = {
        id: newId('evt', 24),
        object: 'event',
        api_version: null,
        created: seconds(),
        livemode: false,
        type,
        data: { object },
      }
      const body = JSON.stringify(event)
      const heard = [...endpoints.values()].filter(
        ({ events }) => events.includes('*') || events.includes(type),
      )
      await Promise.all(
        heard.map(async (endpoint) => {
          if (!(await post(endpoint, body))) void retry(endpoint, body)
        }),
      )
    },
  }
}

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`, as Stripe documents it. */
export function sign(body: string, secret: string, at = seconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
