import type { Mode } from '../../kernel/api-key.ts'
import type { App } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { UNIT_MICROS } from '../../kernel/prices.ts'
import { providerError } from '../../kernel/provider-error.ts'
import type { SerpProvider } from '../../providers/serp/index.ts'
import { RANK_DEPTH, type Rank, rankOn, type Target } from './rank-rules.ts'

/** The search vendor of a key's world, or the refusal that names what is missing. */
export function serpOf(app: App, mode: Mode): SerpProvider {
  const { serp } = app.providers[mode]
  if (serp !== null) return serp
  throw fail('serp_unconfigured', 'This installation has no search provider.', {
    fix_hint: 'The operator sets DATAFORSEO_API_KEY or SERPAPI_API_KEY.',
  })
}

/** One live look-up. Nothing is stored and nothing charged here. */
export async function checkRank(app: App, mode: Mode, target: Target, signal?: AbortSignal): Promise<Rank> {
  const serp = serpOf(app, mode)
  const page = await serp.rank({ ...target, depth: RANK_DEPTH }, signal)
  if (!page.ok) throw providerError(page, 'the search provider', 'location')
  return {
    ...rankOn(page.value, target),
    checked_at: app.clock.now().toISOString(),
    provider: serp.name,
    simulated: serp.simulated,
    cost_usd: microsToUsd(mode === 'live' ? UNIT_MICROS.rank_check : 0),
  }
}
