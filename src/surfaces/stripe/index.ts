import { surface } from '../../kernel/operation.ts'
import webhook from './webhook.ts'

export default surface({
  name: 'stripe',
  description: 'Where the payment provider reports what was paid, changed and ended.',
  operations: [webhook],
})
