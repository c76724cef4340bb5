export type Delivery = {
  /** The body exactly as it came, before any JSON parsing. */
  body: string | Uint8Array
  /** The Service-Signature header. */
  signature: string | null | undefined
  /** The endpoint's signing secret; several while you rotate it. */
  secret: string | readonly string[]
}

/** Whether a delivery comes from the service and arrived unchanged. Web Crypto compares in constant time. */
export async function verifyWebhook({ body, signature, secret }: Delivery): Promise<boolean> {
  const claimed = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1]
  if (claimed === undefined) return false
  const bytes = Uint8Array.from(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  const mac = Uint8Array.from(claimed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const checks = [secret].flat().map(async (one) => {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(one), algorithm, false, [
      'verify',
    ])
    return crypto.subtle.verify('HMAC', key, mac, bytes)
  })
  return (await Promise.all(checks)).includes(true)
}

/** The parsed event of a genuine delivery; throws on any other, so that it cannot be forgotten. */
export async function openWebhook<T = unknown>(delivery: Delivery): Promise<T> {
  if (!(await verifyWebhook(delivery))) throw new Error('The webhook’s signature does not match.')
  const { body } = delivery
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as T
}
