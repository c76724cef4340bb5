import { z } from 'zod'
import { secretOf } from '../../events/send.ts'
import { newSecret } from '../../events/sign.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { checkUrl, MAX_ENDPOINTS, noEndpoint } from './rules.ts'
import {
  Description,
  EndpointWithSecret,
  endpointExample,
  presentEndpoint,
  Subscriptions,
  secretExample,
  Url,
} from './schemas.ts'
import { countEndpoints, findEndpoint, insertEndpoint } from './store.ts'

export default operation({
  id: 'webhooks.create',
  route: 'POST /webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'Events are posted to it as they happen, signed with the secret that this reply shows once. Events of test keys go to endpoints that a test key registered.',
  scope: 'tenant:write',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: { redact: ['secret'] },
  live: true,
  input: z.object({ url: Url, events: Subscriptions, description: Description.optional() }),
  output: { 201: EndpointWithSecret },
  errors: { conflict: `The tenant has ${MAX_ENDPOINTS} endpoints.` },
  example: {
    input: { url: endpointExample.url, events: [...endpointExample.events], description: 'reports' },
    output: { ...endpointExample, secret: secretExample },
  },
  async handle(ctx, input) {
    checkUrl(ctx.app, input.url)
    const { principal: owner } = ctx
    const id = newId('whk')
    const secret = newSecret()
    return ctx.commit(async (tx) => {
      if ((await countEndpoints(tx, owner)) >= MAX_ENDPOINTS) {
        throw fail('conflict', `There are ${MAX_ENDPOINTS} endpoints already.`, {
          fix_hint: 'Remove one, or subscribe an existing one to more events.',
        })
      }
      await insertEndpoint(tx, owner, {
        id,
        url: input.url,
        events: input.events,
        description: input.description ?? null,
        secret: ctx.app.vault.seal(secret, secretOf({ tenant_id: owner.tenant_id, id })),
      })
      const row = (await findEndpoint(tx, owner, id)) ?? noEndpoint()
      return reply.created({ ...presentEndpoint(row), secret })
    })
  },
})
