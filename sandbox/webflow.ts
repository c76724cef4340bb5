import { bearer, type FamilyMaker, json, jsonBody, type Reply } from './family.ts'
import { hex } from './random.ts'
import { triggered } from './triggers.ts'
import { isObject, type Json, string } from './value.ts'

type Page = { id: string; title: string; path: string; seo: { title: string; description: string } }

const PATHS = ['/', '/pricing', '/about', '/blog', '/contact']

function refusal(status: number, code: string, message: string): Reply {
  return json(status, { code, message, externalReference: null, details: [] })
}

/** Webflow's Data API: /webflow/api.webflow.com/v2/… Every site has the same five pages. */
export const webflow: FamilyMaker = (world) => {
  const sites = new Map<string, Page[]>()

  function pagesOf(site: string): Page[] {
    const known = sites.get(site)
    if (known !== undefined) return known
    const made = PATHS.map((path) => ({
      id: hex(24, 'page', site, path),
      title: path === '/' ? 'Home' : path.slice(1),
      path,
      seo: { title: path === '/' ? 'Home' : path.slice(1), description: '' },
    }))
    sites.set(site, made)
    return made
  }

  return {
    name: 'webflow',
    mount: '/webflow',
    plays: 'api.webflow.com',
    platforms: [],
    handle(request) {
      const token = bearer(request)
      if (token === '' || token.includes('invalid'))
        return refusal(401, 'not_authorized', 'Request not authorized')
      const names = ['webflow', 'api', ...(request.path.endsWith('/publish') ? ['publish'] : [])]
      const quirk = triggered(token, names, world.ledger.ask('webflow', token).asked)
      if (quirk === 'error') return refusal(500, 'internal_error', 'An error occurred')
      if (quirk === 'rate_limit') return json(429, { code: 'too_many_requests' }, { 'retry-after': '60' })
      if (quirk === 'garbage') return { kind: 'send', status: 200, headers: {}, body: '{"pages": [{"i' }
      if (quirk === 'timeout') return { kind: 'hold' }
      const path = request.path.replace(/^\/api\.webflow\.com\/v2/, '')
      const about = /^\/sites\/([^/]+)$/.exec(path)?.[1]
      if (about !== undefined) return json(200, { id: about, displayName: 'Acme', shortName: 'acme' })
      const [, site, rest] = /^\/sites\/([^/]+)\/(pages|custom_domains|publish)$/.exec(path) ?? []
      if (site !== undefined && rest === 'pages') return list(pagesOf(site))
      if (site !== undefined && rest === 'custom_domains')
        return json(200, { customDomains: [{ id: hex(24, 'domain', site), url: domainOf(token) }] })
      if (site !== undefined && rest === 'publish' && request.method === 'POST')
        return json(202, { customDomains: [], publishToWebflowSubdomain: true })
      const id = /^\/pages\/([^/]+)$/.exec(path)?.[1]
      const page = [...sites.values()].flat().find((one) => one.id === id)
      if (page === undefined) return refusal(404, 'resource_not_found', 'Requested resource not found')
      if (request.method === 'PUT') change(page, jsonBody(request))
      return json(200, present(page))
    },
  }
}

/** A token that contains `site:globex.com` is of the site that is published there. */
function domainOf(token: string): string {
  return /site:([a-z0-9.-]+)/.exec(token)?.[1] ?? 'acme.com'
}

function list(pages: Page[]): Reply {
  return json(200, { pages: pages.map(present), pagination: { limit: 100, offset: 0, total: pages.length } })
}

function change(page: Page, body: unknown): void {
  const seo = isObject(body) && isObject(body.seo) ? body.seo : {}
  if ('title' in seo) page.seo.title = string(seo.title)
  if ('description' in seo) page.seo.description = string(seo.description)
}

function present(page: Page): Json {
  return {
    id: page.id,
    title: page.title,
    slug: page.path.slice(1),
    publishedPath: page.path,
    draft: false,
    seo: page.seo,
  }
}
