import { createHmac } from 'node:crypto'
import type { Api } from './api.ts'
import { note, type Output, type Row } from './output.ts'

const POLL_MS = 1_000
/** A name that is reserved and leads nowhere: the service's own attempts fail, and we bring the events instead. */
const NOWHERE = 'https://herald-cli.example/listen'

export type Listening = { forward: string; events: string[]; signal: AbortSignal }

/**
 * Forwards events to a local address without a way in from outside: it registers a temporary endpoint, reads what
 * is to be delivered to it, and posts that, signed with the endpoint's secret. The endpoint goes when it ends.
 */
export async function listen(
  api: Api,
  output: Output,
  { forward, events, signal }: Listening,
): Promise<void> {
  const endpoint = await api.call('POST /webhooks', {
    url: NOWHERE,
    events,
    description: 'herald webhooks listen',
  })
  const secret = String(endpoint.secret)
  note(output, `Forwarding ${events.join(', ')} to ${forward}. Signing secret: ${secret}`)
  const seen = new Set<string>()
  try {
    while (!signal.aborted) {
      for (const id of await fresh(api, String(endpoint.id), seen)) {
        const { payload, event } = await api.call('GET /webhooks/deliveries/{id}', { id })
        const status = await post(forward, JSON.stringify(payload), String((payload as Row).id), secret)
        output.out(output.json ? JSON.stringify({ event, status, payload }) : `${status}  ${event}`)
      }
      await pause(POLL_MS, signal)
    }
  } finally {
    await api.call('DELETE /webhooks/{id}', { id: endpoint.id })
  }
}

/** Oldest first, each once. */
async function fresh(api: Api, endpointId: string, seen: Set<string>): Promise<string[]> {
  const { deliveries } = await api.call('GET /webhooks/deliveries', { endpoint_id: endpointId, limit: 100 })
  const ids = (deliveries as Row[]).map(({ id }) => String(id)).filter((id) => !seen.has(id))
  for (const id of ids) seen.add(id)
  return ids.reverse()
}

async function post(url: string, body: string, id: string, secret: string): Promise<number | string> {
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${standard}`,
      },
      body,
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 'unreachable'
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
