import { z } from 'zod'
import { instructionsFor, METHODS } from './rules.ts'
import type { SiteRow } from './store.ts'

export const SiteName = z.string().trim().min(1).max(200)
export const Method = z.enum(METHODS)

const Instructions = z
  .object({
    dns_txt: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
    html_file: z.object({ url: z.string(), content: z.string() }),
    meta_tag: z.object({ url: z.string(), html: z.string() }),
  })
  .meta({
    id: 'SiteInstructions',
    description: 'Publish one of these, then verify with its name as the method.',
  })

export const Site = z
  .object({
    id: z.string(),
    domain: z.string().describe('Lower case, in punycode, without a trailing dot.'),
    name: z.string().nullable(),
    status: z.enum(['pending', 'verified', 'failed']).describe('pending: nobody has looked yet.'),
    method: Method.nullable().describe('How it was looked for the last time.'),
    last_error: z.string().nullable().describe('Why the last look did not find the proof.'),
    simulated: z.boolean().describe('true: looked up in the sandbox, not on the internet.'),
    checked_at: z.string().nullable(),
    verified_at: z.string().nullable(),
    created_at: z.string(),
    instructions: Instructions,
  })
  .meta({ id: 'Site' })

export function presentSite(row: SiteRow): z.infer<typeof Site> {
  const { tenant_id: _tenant, mode: _mode, token: _token, ...site } = row
  return { ...site, instructions: instructionsFor(row) }
}

export const siteExample = {
  id: 'site_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  domain: 'verified.acme.example',
  name: 'Acme',
  status: 'pending',
  method: null,
  last_error: null,
  simulated: true,
  checked_at: null,
  verified_at: null,
  created_at: '2026-11-01T09:30:00.000Z',
  instructions: instructionsFor({
    domain: 'verified.acme.example',
    token: 'Vw3qk9Zr1Tf7Yb2Xc5Nd8Ms4Lp6Hg0Jq',
  }),
} as const
