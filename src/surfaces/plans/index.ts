import { surface } from '../../kernel/operation.ts'
import list from './list.ts'

export default surface({
  name: 'plans',
  description: 'The tiers and what each includes.',
  operations: [list],
})
