import { z } from 'zod'

export const LocationId = z
  .string()
  .regex(/^accounts\/[\w-]{1,60}\/locations\/[\w-]{1,60}$/, 'is an id from GET /gbp/locations')
  .describe('From GET /gbp/locations; the first location when left out.')

export const AccountId = z
  .string()
  .max(80)
  .describe('Of several connected Google accounts; the one connected last when left out.')

export const Location = z
  .object({
    id: z.string(),
    title: z.string(),
    store_code: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    primary_category: z.string().nullable(),
    additional_categories: z.array(z.string()),
    address: z.string().nullable(),
    service_area: z.boolean(),
    description: z.string().nullable(),
    has_hours: z.boolean(),
    has_special_hours: z.boolean(),
    open: z.boolean().nullable(),
    verified: z.boolean().nullable(),
    maps_uri: z.string().nullable(),
    new_review_uri: z.string().nullable(),
  })
  .meta({ id: 'BusinessLocation' })

export const locationExample: z.infer<typeof Location> = {
  id: 'accounts/1042/locations/5512',
  title: 'Acme Plumbing Austin',
  store_code: 'ATX-1',
  phone: '+1 512-555-0100',
  website: 'https://acme.com/austin',
  primary_category: 'Plumber',
  additional_categories: ['Drainage service'],
  address: '1 Main St, 78701, Austin, US',
  service_area: false,
  description: 'Acme repairs pipes, drains and water heaters.',
  has_hours: true,
  has_special_hours: false,
  open: true,
  verified: true,
  maps_uri: null,
  new_review_uri: null,
}
