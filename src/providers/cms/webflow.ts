/**
 * Webflow Data API v2 (developers.webflow.com/data/reference/pages-and-components/pages). A page's search title and
 * description are its own fields; what goes into the head as code is not reachable page by page.
 */
import { z } from 'zod'
import { failed, type Outcome, succeed } from '../contract.ts'
import { callPlatform, type PlatformCall } from '../platform.ts'
import type { ChangeType, CmsAccess, CmsAdapter, CmsPage, Values } from './types.ts'

const BASE = 'https://api.webflow.com/v2'
const PAGE = 100
const MOST_PAGES = 20

const Seo = z.object({ title: z.string().nullish(), description: z.string().nullish() }).nullish()
const Page = z.object({
  id: z.string(),
  title: z.string().nullish(),
  publishedPath: z.string().nullish(),
  seo: Seo,
})
const Pages = z.object({ pages: z.array(Page), pagination: z.object({ total: z.int() }).nullish() })
const Domains = z.object({
  customDomains: z.array(z.object({ id: z.string(), url: z.string().nullish() })).nullish(),
})
const Site = z.object({ shortName: z.string().nullish() })

function call<T>(
  access: CmsAccess,
  method: PlatformCall['method'],
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<Outcome<T>> {
  const { platforms, authorization } = access
  return callPlatform(
    platforms,
    {
      mount: 'webflow',
      method,
      url: `${BASE}${path}`,
      authorization,
      ...(body === undefined ? {} : { body }),
    },
    schema,
  )
}

/** A path alone names a page of any website: the address has to be one that this Webflow site is published at. */
async function servesHost(access: CmsAccess, host: string): Promise<Outcome<boolean>> {
  const site = `/sites/${access.details.site_id}`
  const domains = await call(access, 'GET', `${site}/custom_domains`, Domains)
  if (!domains.ok) return domains
  const own = (domains.value.customDomains ?? []).map(({ url }) => bare(url ?? ''))
  if (own.includes(bare(host))) return succeed(true)
  const about = await call(access, 'GET', site, Site)
  if (!about.ok) return about
  return succeed(host === `${about.value.shortName}.webflow.io`)
}

function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')
}

async function find(access: CmsAccess, url: string): Promise<Outcome<CmsPage>> {
  const serves = await servesHost(access, URL.parse(url)?.hostname ?? '')
  if (!serves.ok) return serves
  if (!serves.value)
    return failed('rejected', 'not_found', 'This Webflow site is not published at this address.')
  const wanted = trimmed(URL.parse(url)?.pathname ?? '/')
  for (let offset = 0; offset < PAGE * MOST_PAGES; offset += PAGE) {
    const path = `/sites/${access.details.site_id}/pages?limit=${PAGE}&offset=${offset}`
    const found = await call(access, 'GET', path, Pages)
    if (!found.ok) return found
    const page = found.value.pages.find(({ publishedPath }) => trimmed(publishedPath ?? '') === wanted)
    if (page !== undefined) return succeed({ ref: { id: page.id }, values: valuesOf(page) })
    if (found.value.pages.length < PAGE) break
  }
  return failed('rejected', 'not_found', 'No page of this Webflow site has this address.')
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '') || '/'
}

function valuesOf(page: z.infer<typeof Page>): Values {
  return {
    title: page.seo?.title ?? page.title ?? '',
    meta_description: page.seo?.description || null,
  }
}

async function read(access: CmsAccess, ref: CmsPage['ref']): Promise<Outcome<CmsPage>> {
  const page = await call(access, 'GET', `/pages/${ref.id}`, Page)
  return page.ok ? succeed({ ref, values: valuesOf(page.value) }) : page
}

function save(access: CmsAccess, { ref }: CmsPage, values: Values): Promise<Outcome<z.infer<typeof Page>>> {
  const seo = {
    ...(values.title == null ? {} : { title: values.title }),
    ...(values.meta_description === undefined ? {} : { description: values.meta_description ?? '' }),
  }
  return call(access, 'PUT', `/pages/${ref.id}`, Page, { seo })
}

async function publish(access: CmsAccess): Promise<Outcome<unknown>> {
  const site = `/sites/${access.details.site_id}`
  const domains = await call(access, 'GET', `${site}/custom_domains`, Domains)
  if (!domains.ok) return domains
  const customDomains = (domains.value.customDomains ?? []).map(({ id }) => id)
  return call(access, 'POST', `${site}/publish`, z.looseObject({}), {
    customDomains,
    publishToWebflowSubdomain: customDomains.length === 0,
  })
}

/**
 * A change shows after publishing, which is a call of its own for all of the site's domains, and limited to one a
 * minute. What cannot be published is taken back: left as a draft, a retry would find it there and do nothing.
 */
async function write(access: CmsAccess, page: CmsPage, values: Values): Promise<Outcome<Values>> {
  const saved = await save(access, page, values)
  if (!saved.ok) return saved
  const published = await publish(access)
  if (published.ok) return succeed(valuesOf(saved.value))
  if (published.verdict === 'unknown') return published
  const before = Object.fromEntries(
    Object.keys(values).map((type) => [type, page.values[type as ChangeType]]),
  )
  const undone = await save(access, page, before)
  return undone.ok ? published : { ...published, verdict: 'unknown' }
}

export const webflow: CmsAdapter = {
  siteOf: (details) => details.site_id ?? '',
  async fit(access, { url }) {
    const serves = await servesHost(access, URL.parse(url)?.hostname ?? '')
    return serves.ok ? succeed(serves.value ? 1 : 0) : serves
  },
  find,
  read,
  write,
}
