import { z } from 'zod'
import { PAID_TIERS } from '../../kernel/plans.ts'

export const PageUrl = z.url({ protocol: /^https?$/ }).max(2_000)

export const Checkout = z
  .object({
    checkout_url: z.string().describe('The page to pay on. Open it in a browser.'),
    session_id: z.string().describe('Claims the key after the payment: keep it secret.'),
    tier: z.enum(PAID_TIERS),
    expires_at: z.string().describe('Of the page.'),
    starts_at: z
      .string()
      .nullable()
      .describe('When the plan begins, if a dearer one is paid for until then; null for at once.'),
    simulated: z.boolean().describe('The page is the sandbox’s: nothing is charged.'),
  })
  .meta({ id: 'Checkout' })
