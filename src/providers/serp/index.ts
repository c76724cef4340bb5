/** The search vendors by name. Nothing else asks which of them it is dealing with. */
import type { Outcome, ProviderDoor } from '../contract.ts'
import type { SerpSource } from '../engines/defaults.ts'
import type { Account } from '../wire.ts'
import { dataForSeo } from './dataforseo.ts'
import { serpApi } from './serpapi.ts'
import type { MapsPage, MapsQuery, RankQuery, SerpAdapter, SerpPage } from './types.ts'

const ADAPTERS: Record<SerpSource, SerpAdapter> = { dataforseo: dataForSeo, serpapi: serpApi }

/** Live results take six seconds on average; beyond this a caller has long given up. */
export const SERP_TIMEOUT_MS = 45_000

export interface SerpProvider {
  name: SerpSource
  simulated: boolean
  rank(query: RankQuery, signal?: AbortSignal): Promise<Outcome<SerpPage>>
  maps(query: MapsQuery, signal?: AbortSignal): Promise<Outcome<MapsPage>>
}

export function serpProvider(
  name: SerpSource,
  account: Account,
  door: ProviderDoor,
  simulated: boolean,
): SerpProvider {
  const adapter = ADAPTERS[name]
  return {
    name,
    simulated,
    rank: (query, signal) => adapter.rank(query, account, door, signal),
    maps: (query, signal) => adapter.maps(query, account, door, signal),
  }
}
