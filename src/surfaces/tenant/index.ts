import { surface } from '../../kernel/operation.ts'
import get from './get.ts'
import update from './update.ts'

export default surface({
  name: 'tenant',
  description: 'Settings of the tenant and its brand profile.',
  operations: [get, update],
})
