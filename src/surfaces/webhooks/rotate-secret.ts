import { z } from 'zod'
import { endpointChanged } from '../../events/outbox.ts'
import { secretOf } from '../../events/send.ts'
import { newSecret } from '../../events/sign.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { noEndpoint } from './rules.ts'
import { EndpointWithSecret, endpointExample, presentEndpoint, secretExample } from './schemas.ts'
import { findEndpoint, rotateSecret } from './store.ts'

const DAY_SECONDS = 86_400
/** Each adds a signature to every delivery. */
const MAX_PREVIOUS = 5

export default operation({
  id: 'webhooks.rotate-secret',
  route: 'POST /webhooks/{id}/rotate-secret',
  summary: 'Replace the signing secret',
  description:
    'For the overlap the old secret signs Service-Signature and both are in webhook-signature, so receivers can switch one by one. Rotated again meanwhile, each secret keeps its own overlap, and the oldest signs Service-Signature. With overlap_seconds 0 all earlier ones are worthless at once.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: { redact: ['secret'] },
  live: true,
  input: z.object({
    id: z.string().max(80),
    overlap_seconds: z
      .int()
      .min(0)
      .max(7 * DAY_SECONDS)
      .default(DAY_SECONDS),
  }),
  output: { 200: EndpointWithSecret },
  errors: { conflict: `${MAX_PREVIOUS} earlier secrets are still in their overlap.` },
  example: {
    input: { id: endpointExample.id },
    output: {
      ...endpointExample,
      previous_secret_until: '2026-11-02T09:30:00.000Z',
      secret: secretExample,
    },
  },
  async handle(ctx, { id, overlap_seconds }) {
    const { principal: owner } = ctx
    const secret = newSecret()
    const sealed = ctx.app.vault.seal(secret, secretOf({ tenant_id: owner.tenant_id, id }))
    return ctx.commit(async (tx) => {
      const next = { secret: sealed, overlap_seconds, max_previous: MAX_PREVIOUS }
      const rotated = await rotateSecret(tx, owner, id, next)
      const row = (await findEndpoint(tx, owner, id)) ?? noEndpoint()
      if (!rotated) {
        throw fail('conflict', `${MAX_PREVIOUS} earlier secrets are still in their overlap.`, {
          fix_hint: `Wait for one to end, or end all of them with overlap_seconds 0. The last ends at ${row.previous_until}.`,
        })
      }
      await endpointChanged(tx, owner.tenant_id, id)
      return reply.ok({ ...presentEndpoint(row), secret })
    })
  },
})
