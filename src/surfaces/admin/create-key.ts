import { z } from 'zod'
import { KeyName, keyExample, MintedKey, presentKey, ScopeName } from '../../accounts/keys.ts'
import { mintFor } from '../../accounts/mint.ts'
import { KEY_WARNING } from '../../accounts/signup.ts'
import { findTenant } from '../../accounts/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'

export default operation({
  id: 'admin.create-key',
  route: 'POST /admin/tenants/{id}/api-keys',
  summary: 'Mint a key for a tenant',
  description: 'For a tenant that lost its only key, for example. The raw key is shown once.',
  scope: 'operator',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    id: z.string().max(80),
    scopes: z.array(ScopeName).min(1).max(60).default(['*']),
    kind: z.enum(['live', 'test']).default('live'),
    name: KeyName.optional(),
  }),
  output: { 201: MintedKey },
  errors: {},
  example: {
    input: { id: 'ten_019a84d2c3f07b6c9a51f0a7c1e2d3b4', scopes: ['usage:read'] },
    output: {
      ...keyExample,
      api_key: 'hk_live_4fJ0bQm2xT7vZ1nWc8RkYd5sHg3uLpEo0aBcDe',
      warning: KEY_WARNING,
    },
  },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      if ((await findTenant(tx, input.id)) === null) throw fail('not_found', 'No such tenant.')
      const { row, api_key } = await mintFor(tx, ctx.app, input.id, {
        name: input.name ?? null,
        kind: input.kind,
        mode: input.kind,
        scopes: input.scopes,
        ttl_seconds: null,
      })
      return reply.created({ ...presentKey(row), api_key, warning: KEY_WARNING })
    }),
})
