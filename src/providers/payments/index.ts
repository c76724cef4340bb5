import { PAID_TIERS, type PaidTier } from '../../kernel/plans.ts'
import type { ProviderDoor } from '../contract.ts'
import type { Payments } from './contract.ts'
import { createStripe } from './stripe.ts'

export interface PaymentSettings {
  mode: 'sandbox' | 'live'
  stripe_secret_key: string | null
  stripe_webhook_secret: string | null
  stripe_price_hobby: string | null
  stripe_price_pro: string | null
  stripe_price_scale: string | null
  stripe_price_agency: string | null
  stripe_base_url: string
  stripe_meter_event_name: string | null
}

/** The sandbox takes any price, and any key. */
const SANDBOX = { secret_key: 'sk_test_sandbox', meter_event_name: 'herald_overage' } as const

/** Payments as they are configured. Live ones need both secrets: without the second, no payment would be heard of. */
export function buildPayments(
  settings: PaymentSettings,
  sandboxUrl: string,
  door: ProviderDoor,
): Payments | null {
  if (settings.mode === 'sandbox') {
    const prices = Object.fromEntries(PAID_TIERS.map((tier) => [tier, `price_${tier}`]))
    const base_url = `${sandboxUrl}/stripe`
    return createStripe({ ...SANDBOX, prices, base_url, webhook_secret: null, simulated: true }, door)
  }
  const { stripe_secret_key: secret_key, stripe_webhook_secret: webhook_secret } = settings
  if (secret_key === null || webhook_secret === null) return null
  return createStripe(
    {
      secret_key,
      webhook_secret,
      prices: pricesOf(settings),
      base_url: settings.stripe_base_url,
      meter_event_name: settings.stripe_meter_event_name,
      simulated: false,
    },
    door,
  )
}

function pricesOf(settings: PaymentSettings): Partial<Record<PaidTier, string>> {
  const prices: Partial<Record<PaidTier, string>> = {}
  for (const tier of PAID_TIERS) {
    const price = settings[`stripe_price_${tier}`]
    if (price !== null) prices[tier] = price
  }
  return prices
}
