import { surface } from '../../kernel/operation.ts'
import get from './get.ts'
import listEvents from './list-events.ts'

export default surface({
  name: 'usage',
  description: 'What the tenant has used this month.',
  operations: [get, listEvents],
})
