import { surface } from '../../kernel/operation.ts'
import create from './create.ts'
import get from './get.ts'
import list from './list.ts'
import remove from './remove.ts'
import verify from './verify.ts'

export default surface({
  name: 'sites',
  description: 'The tenant’s web sites, and the proof that they are its own.',
  operations: [list, create, get, remove, verify],
})
