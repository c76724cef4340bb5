/**
 * WordPress (developer.wordpress.org/rest-api/reference/pages, /posts). The title and the excerpt are WordPress's own;
 * a search description or a canonical address exist where Yoast publishes its fields; JSON-LD is a block of our own at
 * the end of the content.
 */
import { z } from 'zod'
import { failed, type Outcome, succeed } from '../contract.ts'
import { callPlatform, type PlatformCall } from '../platform.ts'
import { type CmsAccess, type CmsAdapter, type CmsPage, sameAddress, type Values } from './types.ts'

const KINDS = ['pages', 'posts'] as const
const DESCRIPTION = '_yoast_wpseo_metadesc'
const CANONICAL = '_yoast_wpseo_canonical'
const OPEN = '<!-- wp:html --><!-- herald:jsonld -->'
const CLOSE = '<!-- /herald:jsonld --><!-- /wp:html -->'
const BLOCK =
  /\s*<!-- wp:html --><!-- herald:jsonld --><script type="application\/ld\+json">([\s\S]*?)<\/script><!-- \/herald:jsonld --><!-- \/wp:html -->/

const Raw = z.object({ raw: z.string() })

const Item = z.object({
  id: z.int(),
  link: z.string(),
  title: Raw,
  content: Raw,
  excerpt: Raw.nullish(),
  // An empty set of fields comes as an empty list.
  meta: z
    .record(z.string(), z.unknown())
    .or(z.array(z.unknown()).transform(() => ({})))
    .nullish(),
})
type Item = z.infer<typeof Item>

function call<T>(
  access: CmsAccess,
  method: PlatformCall['method'],
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<Outcome<T>> {
  const base = (access.details.site_url ?? '').replace(/\/+$/, '')
  return callPlatform(
    access.platforms,
    {
      mount: 'wordpress',
      method,
      url: `${base}/wp-json/wp/v2/${path}`,
      authorization: access.authorization,
      guarded: true,
      ...(body === undefined ? {} : { body }),
    },
    schema,
  )
}

export function valuesOf(item: Item): Values {
  const meta: Record<string, unknown> = item.meta ?? {}
  const kept = (name: string) => (typeof meta[name] === 'string' && meta[name] !== '' ? meta[name] : null)
  return {
    title: item.title.raw,
    meta_description: DESCRIPTION in meta ? kept(DESCRIPTION) : item.excerpt?.raw || null,
    jsonld: BLOCK.exec(item.content.raw)?.[1]?.replaceAll('\\u003c', '<') ?? null,
    ...(CANONICAL in meta ? { canonical: kept(CANONICAL) } : {}),
  }
}

/** Closing tags inside the data would end the script, so that every < is written as JSON may write it. */
export function contentWith(content: string, jsonld: string | null): string {
  const bare = content.replace(BLOCK, '')
  if (jsonld === null) return bare
  const script = `<script type="application/ld+json">${jsonld.replaceAll('<', '\\u003c')}</script>`
  return `${bare}\n${OPEN}${script}${CLOSE}`
}

async function find(access: CmsAccess, url: string): Promise<Outcome<CmsPage>> {
  const slug = URL.parse(url)?.pathname.split('/').filter(Boolean).at(-1)
  if (slug === undefined)
    return failed('rejected', 'not_found', 'The front page has no address of its own here.')
  for (const kind of KINDS) {
    const path = `${kind}?slug=${encodeURIComponent(decoded(slug))}&context=edit`
    const found = await call(access, 'GET', path, z.array(Item))
    if (!found.ok) return found
    const item = found.value.find(({ link }) => sameAddress(link, url))
    if (item !== undefined) return succeed({ ref: { kind, id: String(item.id) }, values: valuesOf(item) })
  }
  return failed('rejected', 'not_found', 'No page or post of this WordPress site has this address.')
}

/** What is no escape sequence stays as it is: it is no page's slug either. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/**
 * The address of the page below the address of the site is the best sign, the longer path the better: /blog may be a
 * site of its own. A WordPress elsewhere in the domain may serve the page too, and says so itself when it is asked.
 */
export function fitOf(siteUrl: string, { url, domain }: { url: string; domain: string }): number {
  const [site, page] = [URL.parse(siteUrl), URL.parse(url)]
  const bare = (host: string) => host.replace(/^www\./, '')
  if (site === null || page === null || !`.${site.hostname}`.endsWith(`.${bare(domain)}`)) return 0
  const base = site.pathname.replace(/\/*$/, '/')
  if (bare(site.host) !== bare(page.host) || !`${page.pathname}/`.startsWith(base)) return 1
  return 1 + base.length
}

async function read(access: CmsAccess, ref: CmsPage['ref']): Promise<Outcome<CmsPage>> {
  const item = await call(access, 'GET', `${ref.kind}/${ref.id}?context=edit`, Item)
  return item.ok ? succeed({ ref, values: valuesOf(item.value) }) : item
}

async function write(access: CmsAccess, page: CmsPage, values: Values): Promise<Outcome<Values>> {
  const path = `${page.ref.kind}/${page.ref.id}`
  // Read again: what else changed in the content meanwhile has to stay.
  const current = await call(access, 'GET', `${path}?context=edit`, Item)
  if (!current.ok) return current
  const meta: Record<string, unknown> = current.value.meta ?? {}
  const fields: Record<string, string> = {}
  const described = values.meta_description
  if (described !== undefined && DESCRIPTION in meta) fields[DESCRIPTION] = described ?? ''
  if (values.canonical !== undefined) fields[CANONICAL] = values.canonical ?? ''
  const body = {
    ...(values.title == null ? {} : { title: values.title }),
    ...(described === undefined || DESCRIPTION in meta ? {} : { excerpt: described ?? '' }),
    ...(values.jsonld === undefined
      ? {}
      : { content: contentWith(current.value.content.raw, values.jsonld) }),
    ...(Object.keys(fields).length === 0 ? {} : { meta: fields }),
  }
  const done = await call(access, 'POST', path, Item, body)
  return done.ok ? succeed(valuesOf(done.value)) : done
}

export const wordpress: CmsAdapter = {
  siteOf: ({ site_url = '' }) => site_url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/+$/, ''),
  fit: async ({ details }, page) => succeed(fitOf(details.site_url ?? '', page)),
  find,
  read,
  write,
}
