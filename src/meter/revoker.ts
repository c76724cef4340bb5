import { type Revocation, revoke } from './event-store.ts'
import type { MeterDb } from './meter.ts'

const AT_ONCE = 2_000
/** When what could not be taken back, or was not there yet, is tried again. */
const AGAIN_MS = [100, 2_000, 10_000, 60_000]

export type Revoker = {
  /** Rejects where the database cannot be reached, and then goes on trying by itself. */
  revoke(request: Revocation): Promise<void>
  /** Takes back what may have been counted all the same. */
  revokeLater(request: Revocation): void
}

type Waiting = { request: Revocation; done(found: boolean): void; failed(error: unknown): void }

/**
 * What has to be taken back while a transaction is under way goes into the next one: when a whole flush fails, its
 * events share their rows, and one by one each would wait for all before it.
 */
export function createRevoker(db: MeterDb): Revoker {
  let waiting: Waiting[] = []
  let busy = false

  function take(request: Revocation): Promise<boolean> {
    return new Promise((done, failed) => {
      waiting.push({ request, done, failed })
      if (busy) return
      busy = true
      setImmediate(turn)
    })
  }

  async function turn(): Promise<void> {
    const taken = waiting.slice(0, AT_ONCE)
    waiting = waiting.slice(AT_ONCE)
    for (const group of Map.groupBy(taken, ({ request }) => termsOf(request)).values()) {
      try {
        const found = await db.transaction((tx) =>
          revoke(
            tx,
            group.map(({ request }) => request),
          ),
        )
        for (const { request, done } of group) done(found.has(request.event_id))
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    if (waiting.length > 0) setImmediate(turn)
    else busy = false
  }

  function again(request: Revocation, attempt: number): void {
    const wait = AGAIN_MS[attempt]
    if (wait === undefined) return
    const next = () => again(request, attempt + 1)
    setTimeout(() => take(request).then((found) => found || next(), next), wait).unref()
  }

  return {
    async revoke(request) {
      try {
        await take(request)
      } catch (error) {
        again(request, 0)
        throw error
      }
    },
    revokeLater: (request) => again(request, 0),
  }
}

/** What one statement can take back together: one tenant's, charged on the same terms. */
function termsOf({ tenant_id, agent_runs, workflow_runs, overages, limits }: Revocation): string {
  const quotas = [limits.actions, limits.agent_runs, limits.workflow_runs]
  return [tenant_id, agent_runs, workflow_runs, overages, ...quotas].join(' ')
}
