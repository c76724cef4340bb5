import { surface } from '../../kernel/operation.ts'
import claim from './claim.ts'
import free from './free.ts'
import start from './start.ts'

export default surface({
  name: 'checkout',
  description: 'Sign up and pay.',
  operations: [free, start, claim],
})
