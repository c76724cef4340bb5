import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** The form that Standard Webhooks gives a secret: its libraries take it as it is. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret made ready for signing: as it was shown, and as the bytes that Standard Webhooks makes of it. */
export type SigningKey = { shown: KeyObject; raw: KeyObject }

export type SigningKeys = {
  current: SigningKey
  /** Those before it whose overlap has not ended, newest first. */
  previous: readonly SigningKey[]
}

export function signingKey(secret: string): SigningKey {
  return {
    shown: createSecretKey(Buffer.from(secret)),
    raw: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
  }
}

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The headers that prove where a delivery comes from. Service-Signature has exactly one value, keyed with the secret
 * as it was shown; during a rotation that is the oldest one, so that a receiver which has not switched yet goes on
 * working. The Standard Webhooks headers carry all of them, so one that has switched already verifies too.
 */
export function signatureHeaders(
  event: { id: string; body: string },
  { current, previous }: SigningKeys,
  timestamp: number,
): Record<string, string> {
  const signed = `${event.id}.${timestamp}.${event.body}`
  const standard = ({ raw }: SigningKey) => `v1,${createHmac('sha256', raw).update(signed).digest('base64')}`
  const { shown } = previous.at(-1) ?? current
  return {
    'service-signature': `sha256=${createHmac('sha256', shown).update(event.body).digest('hex')}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [current, ...previous].map(standard).join(' '),
  }
}
