import { z } from 'zod'
import type { TenantRow } from '../../accounts/store.ts'
import { LimitOverrides, Tier } from '../../kernel/plans.ts'

export const AdminTenant = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    tier: Tier,
    limits: LimitOverrides.describe('What differs from the tier’s plan.'),
    suspended: z.boolean(),
    overages_enabled: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'AdminTenant' })

export function present(row: TenantRow): z.infer<typeof AdminTenant> {
  const { id, email, name, tier, limits, suspended, overages_enabled, created_at } = row
  return { id, email, name, tier, limits, suspended, overages_enabled, created_at }
}

export const adminTenantExample = {
  id: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  email: 'you@example.com',
  name: 'Acme',
  tier: 'enterprise',
  limits: { actions: 5_000_000 },
  suspended: false,
  overages_enabled: false,
  created_at: '2026-11-01T09:30:00.000Z',
} as const
