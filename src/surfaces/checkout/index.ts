import { surface } from '../../kernel/operation.ts'
import free from './free.ts'

export default surface({ name: 'checkout', description: 'Sign up and pay.', operations: [free] })
