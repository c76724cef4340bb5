import { surface } from '../../kernel/operation.ts'
import apply from './apply.ts'
import rollback from './rollback.ts'

export default surface({
  name: 'onpage',
  description: 'Changes to pages: through a content system, as code to paste, or as instructions.',
  operations: [apply, rollback],
})
