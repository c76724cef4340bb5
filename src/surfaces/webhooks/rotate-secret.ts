import { z } from 'zod'
import { secretOf } from '../../events/send.ts'
import { newSecret } from '../../events/sign.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { noEndpoint } from './rules.ts'
import { EndpointWithSecret, endpointExample, presentEndpoint, secretExample } from './schemas.ts'
import { findEndpoint, rotateSecret } from './store.ts'

const DAY_SECONDS = 86_400

export default operation({
  id: 'webhooks.rotate-secret',
  route: 'POST /webhooks/{id}/rotate-secret',
  summary: 'Replace the signing secret',
  description:
    'For the overlap the old secret signs Service-Signature and both are in webhook-signature, so receivers can switch one by one. With overlap_seconds 0 the old one is worthless at once.',
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
  errors: {},
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
      if (!(await rotateSecret(tx, owner, id, sealed, overlap_seconds))) noEndpoint()
      const row = (await findEndpoint(tx, owner, id)) ?? noEndpoint()
      return reply.ok({ ...presentEndpoint(row), secret })
    })
  },
})
