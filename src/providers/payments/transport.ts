import type Stripe from 'stripe'
import type { HttpRequest, ProviderDoor } from '../contract.ts'

const MAX_BYTES = 4 * 1024 * 1024

type Response = Awaited<ReturnType<Stripe.HttpClient['makeRequest']>>

/**
 * Stripe's package with our one way out under it: the same lanes, deadlines and log as every other provider, and a
 * base address that may have a path, which the package itself cannot.
 */
export function transportOver(
  door: ProviderDoor,
  settings: { base_url: string; lane: string; secrets: readonly string[] },
): Stripe.HttpClient {
  const base = settings.base_url.replace(/\/+$/, '')
  return {
    getClientName: () => 'herald',
    async makeRequest(_host, _port, path, method, headers, body, _protocol, timeout) {
      const outcome = await door.callProvider(
        {
          method: method as HttpRequest['method'],
          url: `${base}${path}`,
          headers: textual(headers),
          ...(body === '' || body === null ? {} : { body }),
        },
        { lane: settings.lane, deadline_ms: timeout, max_bytes: MAX_BYTES, secrets: settings.secrets },
      )
      if (!outcome.ok) throw Object.assign(new Error(outcome.message), { code: transportCode(outcome.code) })
      const { status, headers: received, text } = outcome.value
      return responseOf(status, received, text)
    },
  }
}

/** The package repeats what timed out or was cut off, and tells these apart by the system's own codes. */
function transportCode(code: string): string {
  if (code === 'timeout') return 'ETIMEDOUT'
  return code === 'connection_reset' ? 'ECONNRESET' : code
}

function responseOf(status: number, headers: Record<string, string>, text: string): Response {
  return {
    getStatusCode: () => status,
    getHeaders: () => headers,
    getRawResponse: () => ({ status }),
    toStream: () => {
      throw new Error('no reply of Stripe is streamed')
    },
    toJSON: async () => JSON.parse(text),
  }
}

function textual(headers: object): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    // The length is the sender's to count.
    if (value !== undefined && value !== null && name.toLowerCase() !== 'content-length')
      sent[name] = String(value)
  }
  return sent
}
