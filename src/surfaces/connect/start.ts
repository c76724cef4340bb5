import { z } from 'zod'
import { connectAccount } from '../../connections/connect.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { authorize } from './authorize.ts'
import { UNCONFIGURED } from './errors.ts'
import {
  asRefusal,
  checkServices,
  platformCalled,
  readCredentials,
  redirectUri,
  unconfigured,
} from './rules.ts'
import { Account, Credentials, PlatformInPath, presentAccount, Services, Started } from './schemas.ts'

export default operation({
  id: 'connect.start',
  route: 'POST /connect/{platform}',
  summary: 'Connect an account',
  description:
    'Platforms with an authorization page answer 200 with its address. Those with passwords or tokens of your own take them in credentials, check them with a call, and answer 201 with the account.',
  scope: 'connect:write',
  meter: 'none',
  hold: null,
  rate: null,
  // The state opens the way back to the tenant, and the address holds it.
  idempotent: { redact: ['auth_url', 'state'] },
  live: true,
  input: z.object({
    platform: PlatformInPath,
    services: Services.optional().describe('What of the platform to ask for, where it has services.'),
    redirect_uri: z.string().max(500).optional().describe('Always this service’s own; any other is refused.'),
    credentials: Credentials.optional(),
  }),
  output: { 200: Started, 201: Account },
  errors: {
    not_found: 'There is no such platform to connect.',
    bad_request: 'The platform did not accept the credentials.',
    provider_failed: 'The platform could not be asked; retry later.',
    ...UNCONFIGURED,
  },
  example: {
    input: { platform: 'google', services: ['search_console'] },
    output: {
      auth_url: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=…',
      state: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4.0f8fad5bd9cb469fa16570867728950e0f8fad5bd9c',
      expires_at: '2026-11-01T09:40:00.000Z',
      simulated: true,
    },
  },
  async handle(ctx, input) {
    const platform = platformCalled(input.platform)
    const own = redirectUri(ctx.app, platform)
    if (input.redirect_uri !== undefined && input.redirect_uri !== own) {
      throw fail('validation_failed', `redirect_uri: must be ${own}, or left out`)
    }
    checkServices(platform, input.services)
    const connector = ctx.app.connectors[ctx.principal.mode].get(platform)
    if (connector === null) throw unconfigured(platform)
    if (connector.kind === 'oauth') return authorize(ctx, platform, connector, input)
    const found = await connector.check(readCredentials(ctx.app, platform, input.credentials))
    if (!found.ok) throw asRefusal(platform, found, 'the credentials were not accepted.')
    const { simulated } = connector
    return ctx.commit(async (tx) => {
      const row = await connectAccount(tx, ctx.app.vault, ctx.principal, {
        ...found.value,
        platform,
        simulated,
      })
      return reply.created(presentAccount(ctx.app, row))
    })
  },
})
