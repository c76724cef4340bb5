import { z } from 'zod'
import { negotiate } from '../../kernel/accept.ts'
import { operation } from '../../kernel/operation.ts'
import { orRaw, Raw } from '../../kernel/raw.ts'
import { labelOf } from '../../providers/oauth/index.ts'
import { finish } from './finish.ts'
import { donePage, PAGE_HEADERS } from './page.ts'
import { platformCalled } from './rules.ts'
import { Account, accountExample, PlatformInPath } from './schemas.ts'

const Connected = z
  .object({ accounts: z.array(Account).describe('One, or one for each page behind the authorization.') })
  .meta({ id: 'Connected' })

/** Platforms add words of their own to the address. They are let in by name, and nothing is read from them. */
const ignored = z.string().max(4_000).optional().describe('Sent along by some platforms, and not used.')

export default operation({
  id: 'connect.callback',
  route: 'GET /connect/{platform}/callback',
  summary: 'Finish connecting an account',
  description:
    'Where a platform sends the person back to. The state is good for one return, and says whose it is; with a key, it has to be that tenant’s. A browser gets a page, everybody else JSON.',
  scope: 'optional',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    platform: PlatformInPath,
    state: z.string().max(200),
    code: z.string().min(1).max(4_000).optional(),
    error: z.string().max(200).optional().describe('Set when the person or the platform refused.'),
    accept: z.string().max(1_000).optional().meta({ from_header: 'accept' }),
    error_description: ignored,
    error_reason: ignored,
    error_code: ignored,
    error_uri: ignored,
    scope: ignored,
    scopes: ignored,
    granted_scopes: ignored,
    denied_scopes: ignored,
    authuser: ignored,
    prompt: ignored,
    hd: ignored,
    iss: ignored,
  }),
  output: { 200: orRaw(Connected, 'text/html') },
  errors: {
    not_found: 'There is no such platform to connect.',
    bad_request: 'The state is unknown, used or expired, or access was refused. Nothing was connected.',
    provider_failed: 'The platform could not be asked. Start again.',
  },
  example: {
    input: { platform: 'google', state: 'ten_…', code: '4/0AX4…' },
    output: { accounts: [accountExample] },
  },
  async handle(ctx, { state, code, error, accept, ...input }) {
    const platform = platformCalled(input.platform)
    const { accounts, simulated } = await finish(ctx, { platform, state, code, error })
    if (negotiate(accept, ['application/json', 'text/html']) !== 'text/html')
      return { status: 200 as const, body: { accounts } }
    const page = new Raw('text/html; charset=utf-8', donePage(labelOf(platform), accounts, simulated))
    return { status: 200 as const, body: page, headers: PAGE_HEADERS }
  },
})
