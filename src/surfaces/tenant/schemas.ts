import { z } from 'zod'
import type { TenantRow } from '../../accounts/store.ts'
import { Domain } from '../../kernel/domain.ts'
import { Tier } from '../../kernel/plans.ts'

const words = z.array(z.string().trim().min(1).max(200)).max(100)
export const Brand = z
  .object({
    aliases: words.describe('Other names that mean this brand.'),
    domains: z
      .array(z.string())
      .max(100)
      .describe('Domains of its own: citing one of them counts as citing the brand.'),
    competitors: words.describe('Brands to measure it against.'),
  })
  .meta({ id: 'BrandProfile' })

/** As it may be written: domains are kept in their one spelling. */
export const BrandChange = Brand.extend({ domains: z.array(Domain).max(100) })
  .partial()
  .strict()

export const Tenant = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    tier: Tier,
    timezone: z.string(),
    brand: Brand,
    overages_enabled: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Tenant' })

export function present(row: TenantRow): z.infer<typeof Tenant> {
  const { id, email, name, tier, timezone, brand, overages_enabled, created_at } = row
  return { id, email, name, tier, timezone, brand, overages_enabled, created_at }
}

export const tenantExample = {
  id: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  email: 'you@example.com',
  name: 'Acme',
  tier: 'pro',
  timezone: 'Europe/Berlin',
  brand: { aliases: ['Acme Inc'], domains: ['acme.example'], competitors: ['Globex', 'Initech'] },
  overages_enabled: false,
  created_at: '2026-11-01T09:30:00.000Z',
} as const
