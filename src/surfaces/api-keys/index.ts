import { surface } from '../../kernel/operation.ts'
import create from './create.ts'
import createSession from './create-session.ts'
import list from './list.ts'
import remove from './remove.ts'

export default surface({
  name: 'api-keys',
  description: 'Keys of the tenant: list, mint, revoke, and short-lived session keys.',
  operations: [list, create, createSession, remove],
})
