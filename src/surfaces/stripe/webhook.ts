import { z } from 'zod'
import { takeEvent } from '../../billing/events.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { RawRequest, rawInput } from '../../kernel/raw.ts'

const SIGNATURE = 'stripe-signature'

const example = {
  id: 'evt_1Q2w3E4r5T6y7U8i',
  object: 'event',
  created: 1_793_500_000,
  type: 'customer.subscription.updated',
  data: { object: { id: 'sub_1Q2w3E4r5T6y7U8i', object: 'subscription' } },
}

export default operation({
  id: 'stripe.webhook',
  route: 'POST /stripe/webhook',
  summary: 'Take an event of Stripe',
  description:
    'For Stripe alone: the signature over the raw body is the credential. Each event has one effect, however often and in whatever order it arrives.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    raw: rawInput({
      content_type: 'application/json',
      headers: [SIGNATURE],
      description: 'An event as Stripe sends it.',
      example,
    }),
  }),
  output: { 200: z.object({ received: z.literal(true) }) },
  errors: {
    bad_request: 'The signature is missing, wrong or too old. Nothing happened.',
    stripe_unconfigured: 'This installation takes no payments.',
  },
  example: {
    input: { raw: new RawRequest(Buffer.from(JSON.stringify(example)), () => undefined) },
    output: { received: true },
  },
  async handle(ctx, { raw }) {
    const { payments } = ctx.app
    if (payments === null) throw fail('stripe_unconfigured', 'This installation takes no payments.')
    const event = payments.readEvent(raw.body(), raw.header(SIGNATURE))
    if (event === null) throw fail('bad_request', 'The signature is missing, wrong or too old.')
    return ctx.commit(async (tx) => {
      await takeEvent(tx, event)
      return reply.ok({ received: true as const })
    })
  },
})
