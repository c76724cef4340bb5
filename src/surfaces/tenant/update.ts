import { z } from 'zod'
import { TenantName } from '../../accounts/signup.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { BrandChange, present, Tenant, tenantExample } from './schemas.ts'
import { updateTenant } from './store.ts'

const TimeZone = z.string().max(60).refine(isTimeZone, 'not a time zone such as Europe/Berlin')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export default operation({
  id: 'tenant.update',
  route: 'PATCH /tenant',
  summary: 'Change the tenant’s settings',
  description:
    'Fields left out stay as they are. Overages let paid tiers go past their quotas; the spend cap still holds.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    name: TenantName.nullable().optional(),
    timezone: TimeZone.optional(),
    brand: BrandChange.optional(),
    overages_enabled: z.boolean().optional(),
  }),
  output: { 200: Tenant },
  errors: { forbidden: 'Overages on the free tier, or changed by a test key.' },
  example: {
    input: {
      name: 'Acme',
      timezone: 'Europe/Berlin',
      brand: { domains: ['acme.example'], competitors: ['Globex', 'Initech'] },
    },
    output: tenantExample,
  },
  async handle(ctx, input) {
    if (input.overages_enabled === true && ctx.principal.tier === 'free') throw noOverages()
    if (input.overages_enabled !== undefined && ctx.principal.mode === 'test') {
      throw fail('forbidden', 'A test key cannot change what live keys may spend.', {
        fix_hint: 'Use a live key.',
      })
    }
    return ctx.commit(async (tx) => {
      const tenant = await updateTenant(tx, ctx.principal.tenant_id, {
        name: input.name ?? null,
        set_name: input.name !== undefined,
        timezone: input.timezone ?? null,
        brand: input.brand ?? null,
        overages_enabled: input.overages_enabled ?? null,
      })
      // The plan may have ended since the key was looked up.
      if (tenant === null && input.overages_enabled === true) throw noOverages()
      if (tenant === null) throw fail('not_found', 'This tenant is gone.')
      await tx.notify('keys', tenant.id)
      return reply.ok(present(tenant))
    })
  },
})

function noOverages() {
  return fail('forbidden', 'The free tier has no overages.', {
    fix_hint: 'Upgrade with POST /v1/checkout/{tier} first.',
  })
}
