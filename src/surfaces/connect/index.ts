import { surface } from '../../kernel/operation.ts'
import callback from './callback.ts'
import listAccounts from './list-accounts.ts'
import removeAccount from './remove-account.ts'
import start from './start.ts'

export default surface({
  name: 'connect',
  description: 'Accounts on other platforms, connected by authorization or by credentials.',
  operations: [start, callback, listAccounts, removeAccount],
})
