import { z } from 'zod'
import { KeyName, keyExample, MintedKey, presentKey, ScopeName } from '../../accounts/keys.ts'
import { mintFor } from '../../accounts/mint.ts'
import { KEY_WARNING } from '../../accounts/signup.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { grantable, mayMint } from './rules.ts'

export default operation({
  id: 'api-keys.create',
  route: 'POST /api-keys',
  summary: 'Mint another key',
  description: 'A key hands on only scopes that it has itself. Left out, the new key gets all of them.',
  scope: 'api-keys:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: { redact: ['api_key'] },
  live: true,
  input: z.object({
    name: KeyName.optional(),
    scopes: z.array(ScopeName).min(1).max(60).optional(),
    kind: z.enum(['live', 'test']).optional().describe('The kind of the calling key, unless said otherwise.'),
  }),
  output: { 201: MintedKey },
  errors: {},
  example: {
    input: { name: 'reporting', scopes: ['usage:read'] },
    output: {
      ...keyExample,
      api_key: 'hk_live_4fJ0bQm2xT7vZ1nWc8RkYd5sHg3uLpEo0aBcDe',
      warning: KEY_WARNING,
    },
  },
  async handle(ctx, input) {
    const kind = input.kind ?? ctx.principal.mode
    mayMint(ctx.principal, kind)
    const scopes = grantable(ctx.principal, input.scopes)
    return ctx.commit(async (tx) => {
      const { row, api_key } = await mintFor(tx, ctx.app, ctx.principal.tenant_id, {
        name: input.name ?? null,
        kind,
        mode: kind,
        scopes,
        ttl_seconds: null,
      })
      return reply.created({ ...presentKey(row), api_key, warning: KEY_WARNING })
    })
  },
})
