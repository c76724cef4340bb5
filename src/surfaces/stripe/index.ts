import { BILLING_QUEUE, billingQueue } from '../../billing/queue.ts'
import type { QueueMakers } from '../../jobs/worker.ts'
import { surface } from '../../kernel/operation.ts'
import webhook from './webhook.ts'

export default surface({
  name: 'stripe',
  description: 'Where the payment provider reports what was paid, changed and ended.',
  operations: [webhook],
})

export const queues: QueueMakers = { [BILLING_QUEUE]: billingQueue }
