import { z } from 'zod'
import { enqueue } from '../jobs/store.ts'
import type { Queue } from '../jobs/worker.ts'
import type { App, Tx } from '../kernel/context.ts'
import '../ports.ts'
import type { Db } from '../store/db.ts'
import { applyPending } from './store.ts'

export const BILLING_QUEUE = 'billing'

const Work = z.discriminatedUnion('work', [
  z.object({ work: z.literal('downgrade') }),
  z.object({ work: z.literal('cancel'), subscription_id: z.string() }),
  z.object({ work: z.literal('end'), subscription_id: z.string() }),
])

/** A day of tries, further apart each time: a subscription that is not ended goes on being charged. */
const ATTEMPTS = 30

export function downgradeLater(tx: Tx, tenantId: string, at: string, now: string): Promise<void> {
  const delay_seconds = Math.max(0, (Date.parse(at) - Date.parse(now)) / 1000)
  return queued(tx, tenantId, { work: 'downgrade' }, delay_seconds)
}

export function cancelLater(tx: Tx, tenantId: string, subscriptionId: string): Promise<void> {
  return queued(tx, tenantId, { work: 'cancel', subscription_id: subscriptionId }, 0)
}

/** Not now: what was paid for with it is still to be had. */
export function endLater(tx: Tx, tenantId: string, subscriptionId: string): Promise<void> {
  return queued(tx, tenantId, { work: 'end', subscription_id: subscriptionId }, 0)
}

function queued(
  tx: Tx,
  tenantId: string,
  payload: z.infer<typeof Work>,
  delaySeconds: number,
): Promise<void> {
  return enqueue(tx, {
    queue: BILLING_QUEUE,
    tenant_id: tenantId,
    payload,
    max_attempts: ATTEMPTS,
    delay_seconds: delaySeconds,
  })
}

/** What payments leave to be done: downgrades when they are due, and ending what was replaced. */
export function billingQueue({ payments }: App, db: Db): Queue {
  return {
    concurrency: 4,
    async handle(job) {
      const work = Work.parse(job.payload)
      if (work.work === 'downgrade') {
        await db.transaction(async (tx) => {
          if (await applyPending(tx, job.tenant_id)) await tx.notify('keys', job.tenant_id)
        })
        return
      }
      if (payments === null) throw new Error('payments are not configured')
      const end = work.work === 'end' ? payments.endSubscription : payments.cancelSubscription
      const ended = await end(work.subscription_id)
      if (!ended.ok) throw new Error(`a replaced subscription could not be ended: ${ended.message}`)
    },
    // The log has every failed try; what is left to do is the operator's.
    exhausted: async () => {},
    backoff: (attempts) => Math.min(3_600, 2 ** attempts),
  }
}
