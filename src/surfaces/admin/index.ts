import { surface } from '../../kernel/operation.ts'
import createKey from './create-key.ts'
import createTenant from './create-tenant.ts'
import getTenant from './get-tenant.ts'
import listTenants from './list-tenants.ts'
import updateTenant from './update-tenant.ts'

export default surface({
  name: 'admin',
  description: 'For the operator: tenants, their tiers, limits and keys.',
  operations: [listTenants, createTenant, getTenant, updateTenant, createKey],
})
