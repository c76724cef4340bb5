/** A page in a content system, as far as on-page changes are concerned. */
import type { Outcome } from '../contract.ts'
import type { Platforms } from '../platform.ts'

export const CHANGE_TYPES = ['title', 'meta_description', 'jsonld', 'canonical', 'llms_txt'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** Null: the page has none, and writing null removes it. */
export type Values = Partial<Record<ChangeType, string | null>>

export interface CmsPage {
  /** What the adapter needs to find the same page again. */
  ref: Record<string, string>
  /** What the page has, for every type that this system can change here. */
  values: Values
}

export interface CmsAccess {
  platforms: Platforms
  authorization: string
  /** Of the connected account: site_url or site_id. */
  details: Record<string, string>
}

export interface CmsAdapter {
  /** Names the website behind an account: accounts with the same name change the same pages. */
  siteOf(details: Record<string, string>): string
  /** How closely an account's website matches an address, to choose among several: 0 is not at all. */
  fit(access: CmsAccess, page: { url: string; domain: string }): Promise<Outcome<number>>
  find(access: CmsAccess, url: string): Promise<Outcome<CmsPage>>
  /** The page that `find` gave this reference for, as it is now. */
  read(access: CmsAccess, ref: CmsPage['ref']): Promise<Outcome<CmsPage>>
  /** Returns what the page has afterwards, since systems trim and clean what they are given. */
  write(access: CmsAccess, page: CmsPage, values: Values): Promise<Outcome<Values>>
}

/** Addresses of one page differ by a slash at the end, a fragment, or www. */
export function sameAddress(a: string, b: string): boolean {
  return plain(a) !== null && plain(a) === plain(b)
}

function plain(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null) return null
  return `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/+$/, '')}${parsed.search}`
}
