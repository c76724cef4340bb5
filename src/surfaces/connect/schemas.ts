import { z } from 'zod'
import { healthOf } from '../../connections/health.ts'
import type { AccountRow } from '../../connections/store.ts'
import type { App } from '../../kernel/context.ts'
import { CONNECT_PLATFORM_NAMES, CONNECT_PLATFORMS } from '../../providers/oauth/index.ts'
import type { CredentialField } from '../../providers/oauth/types.ts'

export const Platform = z.enum(CONNECT_PLATFORM_NAMES)

/** In a path, where one that does not exist is not found, as an unknown plan or agent is. */
export const PlatformInPath = z
  .string()
  .max(40)
  .meta({ enum: [...CONNECT_PLATFORM_NAMES] })

const table = Object.values(CONNECT_PLATFORMS)

/** Every field that any platform takes, from the table; which of them one platform needs is checked with its entry. */
const fields = new Map<string, CredentialField[]>()
for (const platform of table) {
  if (!('fields' in platform)) continue
  for (const field of platform.fields) {
    const help = `${platform.label}: ${field.help}`
    fields.set(field.name, [...(fields.get(field.name) ?? []), { ...field, help }])
  }
}

/** What may go into a header or a form: no control characters. */
const Value = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .regex(/^\P{Cc}+$/u, 'contains a control character')

export const Credentials = z
  .strictObject(
    Object.fromEntries(
      [...fields].map(([name, uses]) => [
        name,
        Value.optional().describe(uses.map(({ help }) => help).join(' ')),
      ]),
    ),
  )
  .meta({ id: 'ConnectCredentials' })

const services = table.flatMap((platform) => ('services' in platform ? Object.keys(platform.services) : []))

export const Services = z
  .array(z.enum([...new Set(services)] as [string, ...string[]]))
  .min(1)
  .max(10)

export const Started = z
  .object({
    auth_url: z
      .string()
      .nullable()
      .describe(
        'Send the person there. They come back to this service, which finishes. Holds the state: null in an idempotent replay.',
      ),
    state: z
      .string()
      .nullable()
      .describe('Good for one return, within ten minutes. Shown once: null in an idempotent replay.'),
    expires_at: z.string(),
    simulated: z.boolean(),
  })
  .meta({ id: 'ConnectStarted' })

export const Account = z
  .object({
    id: z.string(),
    platform: Platform,
    username: z.string().nullable(),
    display_name: z.string().nullable(),
    status: z
      .enum(['connected', 'warning', 'needs_reconnect', 'disconnected'])
      .describe('warning: it works, and issues says what to see to. needs_reconnect: connect it again.'),
    can_post: z.boolean(),
    services: z.array(z.string()).describe('What of the platform was granted, where it has services.'),
    missing_scopes: z.array(z.string()).describe('Asked for and not granted.'),
    token_expires_at: z
      .string()
      .nullable()
      .describe('Access is renewed by itself where the platform lets us; null: it does not end.'),
    issues: z.array(z.object({ code: z.string(), message: z.string() })),
    simulated: z.boolean().describe('true: connected in the sandbox, to no real account.'),
    connected_at: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'ConnectedAccount' })

/** Never the tokens, not even sealed. */
export function presentAccount(app: App, row: AccountRow): z.infer<typeof Account> {
  const { id, platform, username, display_name, services, simulated, connected_at, created_at } = row
  const connector = app.connectors[row.mode].get(platform)
  const renews = connector?.renews === 'with_access_token' || row.refresh_token !== null
  const health = healthOf(row, renews)
  return {
    id,
    platform,
    username,
    display_name,
    status: health.status,
    can_post: row.can_post && health.status !== 'needs_reconnect',
    services,
    missing_scopes: health.missing_scopes,
    token_expires_at: row.expires_at,
    issues: health.issues,
    simulated,
    connected_at,
    created_at,
  }
}

export const accountExample = {
  id: 'acct_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  platform: 'google',
  username: 'acme@example.com',
  display_name: 'Acme',
  status: 'connected',
  can_post: true,
  services: ['search_console', 'business_profile'],
  missing_scopes: [],
  token_expires_at: '2026-11-01T10:29:59.000Z',
  issues: [],
  simulated: true,
  connected_at: '2026-11-01T09:30:00.000Z',
  created_at: '2026-11-01T09:30:00.000Z',
} as const
