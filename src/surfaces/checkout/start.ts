import { z } from 'zod'
import { Email } from '../../accounts/signup.ts'
import { insertSession } from '../../billing/store.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { PAID_TIERS } from '../../kernel/plans.ts'
import { payerOf } from './payer.ts'
import { paymentFailed, unconfigured } from './rules.ts'
import { Checkout, PageUrl } from './schemas.ts'

export default operation({
  id: 'checkout.start',
  route: 'POST /checkout/{tier}',
  summary: 'Start paying for a plan',
  description:
    'Answers the address of a payment page. Without a key it makes a tenant, whose key POST /checkout/claim hands out once after the payment; with a live key it upgrades that tenant. A plan that is cheaper than the one it pays for begins when that is over, and costs nothing before.',
  scope: 'optional',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    tier: z
      .string()
      .max(40)
      .meta({ enum: [...PAID_TIERS] }),
    email: Email.optional().describe('Of the new tenant; asked for on the page when it is left out.'),
    success_url: PageUrl.optional().describe(
      'Where the page leads after payment; {CHECKOUT_SESSION_ID} is filled in.',
    ),
    cancel_url: PageUrl.optional(),
  }),
  output: { 200: Checkout },
  errors: {
    forbidden: 'A test key, which never pays, or a tenant that is suspended.',
    not_found: 'There is no such plan to buy. Enterprise is agreed with the operator.',
    already_exists: 'A tenant with this email exists: send its key to upgrade it.',
    provider_failed: 'The payment provider failed. Nothing was charged.',
    stripe_unconfigured: 'This installation takes no payments.',
  },
  example: {
    input: { tier: 'pro', email: 'you@example.com' },
    output: {
      checkout_url: 'https://checkout.stripe.com/c/pay/cs_test_a1B2c3D4',
      session_id: 'cs_test_a1B2c3D4',
      tier: 'pro',
      expires_at: '2026-11-02T09:30:00.000Z',
      starts_at: null,
      simulated: false,
    },
  },
  async handle(ctx, input) {
    const tier = PAID_TIERS.find((name) => name === input.tier)
    if (tier === undefined) throw fail('not_found', 'There is no such plan to buy.')
    const { payments } = ctx.app
    if (payments === null || !payments.sells(tier)) throw unconfigured()
    const payer = await payerOf(ctx, tier, input.email ?? null)
    const page = `${ctx.app.public_url}/v1/docs/billing`
    const made = await payments.createCheckout({
      ...payer,
      tier,
      success_url: input.success_url ?? `${page}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: input.cancel_url ?? page,
    })
    if (!made.ok) throw paymentFailed(made)
    return ctx.commit(async (tx) => {
      const { session_id: id, expires_at } = made.value
      await insertSession(tx, { id, tier, expires_at, tenant_id: payer.tenant_id, email: payer.email })
      return reply.ok({
        ...made.value,
        tier,
        starts_at: payer.starts?.at ?? null,
        simulated: payments.simulated,
      })
    })
  },
})
