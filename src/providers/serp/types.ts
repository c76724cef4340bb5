/** A results page of Google as any search vendor sees it, before anybody asks whose page is where. */
import type { Outcome, ProviderDoor } from '../contract.ts'
import type { Account } from '../wire.ts'

export type Device = 'desktop' | 'mobile'

export interface RankQuery {
  keyword: string
  /** As people write it: "United States", "Austin, Texas, United States". */
  location: string
  device: Device
  /** ISO 639-1; English when left out. */
  language?: string
  /** How many organic results to look at. */
  depth: number
}

export interface OrganicResult {
  /** Among organic results, from 1. */
  position: number
  /** Among everything on the page, where the vendor counts that. */
  absolute_position: number | null
  url: string
  domain: string
  title: string
  snippet: string | null
}

export interface SerpPage {
  organic: OrganicResult[]
  /** What else the page shows, by one set of names for all vendors. */
  features: string[]
  ai_overview: { present: boolean; cited_urls: string[] }
  /** How many organic results were asked for. */
  depth: number
  cost_micros: number
}

export interface MapsQuery {
  keyword: string
  lat: number
  lng: number
  /** Google Maps zoom, 4 to 18. */
  zoom: number
  language?: string
}

export interface Place {
  /** Among places that are no advertisement, from 1. */
  rank: number
  title: string
  url: string | null
  place_id: string | null
  cid: string | null
  address: string | null
  rating: number | null
  reviews: number | null
}

export interface MapsPage {
  places: Place[]
  cost_micros: number
}

export interface SerpAdapter {
  rank(
    query: RankQuery,
    account: Account,
    door: ProviderDoor,
    signal?: AbortSignal,
  ): Promise<Outcome<SerpPage>>
  maps(
    query: MapsQuery,
    account: Account,
    door: ProviderDoor,
    signal?: AbortSignal,
  ): Promise<Outcome<MapsPage>>
}

/** Google Maps shows twenty places before one has to scroll; a business beyond them counts as absent. */
export const MAPS_DEPTH = 20
