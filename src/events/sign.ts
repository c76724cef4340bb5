import { createHmac, randomBytes } from 'node:crypto'

/** The form that Standard Webhooks gives a secret: its libraries take it as it is. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export type SigningSecrets = {
  current: string
  /** The one before, as long as the overlap of a rotation lasts. */
  previous: string | null
}

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The headers that prove where a delivery comes from. Service-Signature has exactly one value, keyed with the secret
 * as it was shown; during a rotation that is the old one, so that a receiver which has not switched yet goes on
 * working. The Standard Webhooks headers carry both, so one that has switched already verifies too.
 */
export function signatureHeaders(
  event: { id: string; body: string },
  secrets: SigningSecrets,
  timestamp: number,
): Record<string, string> {
  const { current, previous } = secrets
  const signed = `${event.id}.${timestamp}.${event.body}`
  const standard = [current, ...(previous === null ? [] : [previous])].map(
    (secret) => `v1,${createHmac('sha256', rawKey(secret)).update(signed).digest('base64')}`,
  )
  return {
    'service-signature': `sha256=${createHmac('sha256', previous ?? current)
      .update(event.body)
      .digest('hex')}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  }
}

function rawKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}
