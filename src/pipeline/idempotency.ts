import type { Principal, Queryable, Tx } from '../kernel/context.ts'
import { ApiError, fail } from '../kernel/errors.ts'
import { uuidv7 } from '../kernel/ids.ts'
import type { AnyOperation, Reply } from '../kernel/operation.ts'
import { sql } from '../store/sql.ts'

const PRINTABLE = /^[\x20-\x7e]{1,255}$/
/** How long a claim outlives its process. While the handler works, it is renewed, so no slow one is overtaken. */
const CLAIM_SECONDS = 60
const RENEW_MS = 20_000

/** Another request took the key over, after this process had been silent for longer than a claim lasts. */
export class ClaimLost extends ApiError {}

export type Claim = {
  /**
   * Stores the reply in the transaction that has the effect. If the claim was lost meanwhile, that transaction
   * fails as a whole, so two owners can never both take effect.
   */
  store(tx: Queryable, reply: Reply): Promise<void>
  /** The request is over, however it ended: the claim is no longer renewed. */
  letGo(): void
  /** Gives the key back after a failure that had no effect. */
  release(): Promise<void>
}

type Stored = { fingerprint: string; status: number | null; body: string | null; wait_seconds: number }

/** Rule: one key, one body, one effect. Keys are 1 to 255 printable ASCII characters, sent once. */
export function checkKey(key: string | string[]): string {
  if (typeof key !== 'string' || !PRINTABLE.test(key)) {
    throw fail('bad_request', 'Idempotency-Key must be one header of 1 to 255 printable ASCII characters.', {
      fix_hint: 'Use a fresh UUID for each new write, and the same one when you retry it.',
    })
  }
  return key
}

/** Claims the key, or returns the reply that it already has. */
export async function claimKey(
  db: Queryable,
  operation: AnyOperation,
  principal: Principal,
  key: string,
  fingerprint: string,
): Promise<{ claim: Claim } | { replay: Reply }> {
  const { tenant_id, mode } = principal
  const token = uuidv7()
  for (;;) {
    const ours = await db.run(sql`
      insert into idempotency_keys as k (tenant_id, mode, operation, key, fingerprint, claim, claimed_until)
      values (${tenant_id}, ${mode}, ${operation.id}, ${key}, ${fingerprint}, ${token}::uuid,
        herald_now() + make_interval(secs => ${CLAIM_SECONDS}))
      on conflict (tenant_id, mode, operation, key) do update
        set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
          status = null, body = null, created_at = herald_now()
        where (k.status is null and k.claimed_until < herald_now()) or k.created_at < herald_now() - interval '24 hours'`)
    if (ours > 0) return { claim: ownClaim(db, operation, principal, key, token) }
    const stored = await db.row<Stored>(sql`
      select fingerprint, status, body, ceil(extract(epoch from claimed_until - herald_now()))::int as wait_seconds
      from idempotency_keys
      where tenant_id = ${tenant_id} and mode = ${mode} and operation = ${operation.id} and key = ${key}`)
    // Null: its owner failed and gave it back between our two statements.
    if (stored !== null) return { replay: replayOf(stored, fingerprint) }
  }
}

function replayOf(stored: Stored, fingerprint: string): Reply {
  if (stored.fingerprint !== fingerprint) {
    throw fail('idempotency_collision', 'This Idempotency-Key was used with a different request.', {
      fix_hint: 'Use a new key for a new request. Reuse a key only to retry the identical one.',
    })
  }
  if (stored.status === null) {
    throw fail('conflict', 'A request with this Idempotency-Key is still being worked on.', {
      retry_after: 1,
      fix_hint: 'Retry the identical request in a second: it then gets the stored reply.',
      headers: { 'Retry-After': '1' },
    })
  }
  return {
    status: stored.status,
    body: stored.body === null ? null : JSON.parse(stored.body),
    headers: { 'Idempotent-Replayed': 'true' },
  }
}

function ownClaim(
  db: Queryable,
  operation: AnyOperation,
  principal: Principal,
  key: string,
  token: string,
): Claim {
  const { tenant_id, mode } = principal
  const renewal = setInterval(() => {
    db.run(sql`
      update idempotency_keys set claimed_until = herald_now() + make_interval(secs => ${CLAIM_SECONDS})
      where tenant_id = ${tenant_id} and mode = ${mode} and operation = ${operation.id} and key = ${key}
        and claim = ${token}::uuid`).catch(() => {})
  }, RENEW_MS)
  renewal.unref()
  return {
    letGo: () => clearInterval(renewal),
    async store(tx, reply) {
      const kept = await tx.run(sql`
        update idempotency_keys set status = ${reply.status}, body = ${JSON.stringify(withoutSecrets(operation, reply.body))}
        where tenant_id = ${tenant_id} and mode = ${mode} and operation = ${operation.id} and key = ${key}
          and claim = ${token}::uuid and status is null`)
      if (kept === 0) {
        throw new ClaimLost('conflict', 'Another request took over this Idempotency-Key.', {
          retry_after: 1,
          headers: { 'Retry-After': '1' },
        })
      }
    },
    async release() {
      await db.run(sql`
        delete from idempotency_keys
        where tenant_id = ${tenant_id} and mode = ${mode} and operation = ${operation.id} and key = ${key}
          and claim = ${token}::uuid and status is null`)
    },
  }
}

/** What is shown once is not kept for a replay: it comes back as null. */
function withoutSecrets(operation: AnyOperation, body: unknown): unknown {
  if (typeof operation.idempotent !== 'object' || typeof body !== 'object' || body === null) return body
  const shown: Record<string, unknown> = { ...body }
  for (const field of operation.idempotent.redact) if (field in shown) shown[field] = null
  return shown
}

export function dropOldReplies(tx: Tx | Queryable): Promise<number> {
  return tx.run(sql`delete from idempotency_keys where created_at < herald_now() - interval '25 hours'`)
}
