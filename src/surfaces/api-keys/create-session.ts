import { z } from 'zod'
import { keyExample, MintedKey, presentKey, ScopeName } from '../../accounts/keys.ts'
import { mintFor } from '../../accounts/mint.ts'
import { KEY_WARNING } from '../../accounts/signup.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { grantable, mayMint } from './rules.ts'

export default operation({
  id: 'api-keys.create-session',
  route: 'POST /api-keys/sessions',
  summary: 'Mint a short-lived session key',
  description: 'For a browser or an agent: it expires on schedule and cannot mint keys itself.',
  scope: 'api-keys:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: { redact: ['api_key'] },
  live: true,
  input: z.object({
    scopes: z.array(ScopeName).min(1).max(60).optional(),
    ttl_seconds: z.int().min(1).max(86_400).default(3_600),
  }),
  output: { 201: MintedKey },
  errors: {},
  example: {
    input: { scopes: ['usage:read'], ttl_seconds: 900 },
    output: {
      ...keyExample,
      name: null,
      kind: 'session',
      key_prefix: 'hk_sess_9dK2pL',
      expires_at: '2026-11-01T09:45:00.000Z',
      api_key: 'hk_sess_9dK2pLm2xT7vZ1nWc8RkYd5sHg3uLpEo0aBcDe',
      warning: KEY_WARNING,
    },
  },
  async handle(ctx, input) {
    mayMint(ctx.principal, ctx.principal.mode)
    const scopes = grantable(ctx.principal, input.scopes)
    return ctx.commit(async (tx) => {
      const { row, api_key } = await mintFor(tx, ctx.app, ctx.principal.tenant_id, {
        name: null,
        kind: 'session',
        mode: ctx.principal.mode,
        scopes,
        ttl_seconds: input.ttl_seconds,
      })
      return reply.created({ ...presentKey(row), api_key, warning: KEY_WARNING })
    })
  },
})
