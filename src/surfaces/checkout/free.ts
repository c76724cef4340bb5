import { z } from 'zod'
import { Email, SignupResult, signUp, signupExample, TenantName } from '../../accounts/signup.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { secondsToMidnight, takeSignupOfTheDay } from './store.ts'

export default operation({
  id: 'checkout.free',
  route: 'POST /checkout/free',
  summary: 'Sign up for the free tier',
  description:
    'Makes a tenant and its first live key, which is shown exactly once. Limited per address and per day.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: 'signup',
  idempotent: false,
  live: true,
  input: z.object({ email: Email, name: TenantName.optional() }),
  output: { 201: SignupResult },
  errors: {
    already_exists: 'A tenant with this email exists.',
    rate_limited: 'Too many sign-ups from this address, or today.',
  },
  example: { input: { email: 'you@example.com', name: 'Acme' }, output: signupExample },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      if (!(await takeSignupOfTheDay(tx, ctx.app.signups_per_day))) {
        const seconds = await secondsToMidnight(tx)
        throw fail('rate_limited', 'Today’s free sign-ups are used up.', {
          retry_after: seconds,
          fix_hint: 'Sign up again after midnight UTC, or take a paid plan.',
          headers: {
            'Retry-After': String(seconds),
            'X-RateLimit-Limit': String(ctx.app.signups_per_day),
            'X-RateLimit-Remaining': '0',
          },
        })
      }
      return reply.created(
        await signUp(tx, ctx.app, { email: input.email, name: input.name ?? null, tier: 'free', limits: {} }),
      )
    }),
})
