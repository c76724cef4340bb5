import type { Clock } from '../kernel/clock.ts'
import type { Vault } from '../kernel/vault.ts'
import type { CallOptions, HttpReply, HttpRequest, Outcome } from '../providers/contract.ts'
import { type Attempted, classify } from './decide.ts'
import type { Claimed } from './queue-store.ts'
import { type SigningKey, signatureHeaders, signingKey } from './sign.ts'

/** The tenant door of the guarded caller: no address that is not public, no redirects. */
export type CallUrl = (request: HttpRequest, options: CallOptions) => Promise<Outcome<HttpReply>>

export type SendDeps = { vault: Vault; call: CallUrl; clock: Clock; deadline_ms: number }
export type Send = (claim: Claimed, signal: AbortSignal) => Promise<Attempted>

/** From connecting to the last byte of the answer. */
export const DEADLINE_MS = 15_000
const MAX_ANSWER_BYTES = 65_536
const REMEMBERED_SECRETS = 10_000

/** What a sealed secret belongs to: it opens in no other row. */
export function secretOf(endpoint: { tenant_id: string; id: string }): string {
  return `webhook ${endpoint.tenant_id} ${endpoint.id}`
}

/** One attempt: sign the stored bytes with the secrets of this moment, post them, and say how it ended. */
export function createSend({ vault, call, clock, deadline_ms }: SendDeps): Send {
  const opened = new Map<string, SigningKey>()

  function open(sealed: string, claim: Claimed): SigningKey {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    if (opened.size >= REMEMBERED_SECRETS) opened.clear()
    const secret = vault.open(sealed, secretOf({ tenant_id: claim.tenant_id, id: claim.endpoint_id }))
    const key = signingKey(secret)
    opened.set(sealed, key)
    return key
  }

  return async (claim, signal) => {
    const keys = {
      current: open(claim.secret, claim),
      previous: claim.previous_secrets.map((sealed) => open(sealed, claim)),
    }
    const timestamp = Math.floor(clock.now().getTime() / 1_000)
    const event = { id: claim.event_id, body: claim.body }
    const outcome = await call(
      {
        method: 'POST',
        url: claim.url,
        headers: { 'content-type': 'application/json', ...signatureHeaders(event, keys, timestamp) },
        body: claim.body,
      },
      { deadline_ms, max_bytes: MAX_ANSWER_BYTES, overflow: 'fail', signal },
    )
    return classify(outcome)
  }
}
