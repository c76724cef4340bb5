import { type FamilyMaker, header, html, json, jsonBody, type SandboxRequest, send } from './family.ts'
import { field } from './oauth/tokens.ts'
import { triggered } from './triggers.ts'

/**
 * The web and its name servers. A domain with the word "verified" in its name publishes whatever proof it is asked
 * for (the header x-sandbox-hint); every other one has what was put there with PUT, and nothing else.
 */
const HINT = 'x-sandbox-hint'

function proofFor(request: SandboxRequest, domain: string): string | undefined {
  const hint = header(request, HINT)
  return hint !== '' && /verified/.test(domain) ? hint : undefined
}

/** /web/<domain>/<path> is https://<domain>/<path>. */
export const web: FamilyMaker = () => {
  const pages = new Map<string, string>()
  return {
    name: 'web',
    mount: '/web',
    plays: 'the web sites of tenants',
    platforms: [],
    handle(request) {
      const [, domain = '', ...rest] = request.path.split('/')
      const path = `/${rest.join('/')}`
      if (request.method === 'PUT') {
        pages.set(`${domain}${path}`, request.raw.toString('utf8'))
        return json(200, { published: `${domain}${path}` })
      }
      if (triggered(domain.replaceAll('-', ':'), [], 1) === 'error') return send(503, 'down')
      const own = pages.get(`${domain}${path}`)
      const proof = proofFor(request, domain)
      if (own !== undefined) return html(200, own)
      if (proof !== undefined && path !== '/')
        return send(200, `${proof}\n`, { 'content-type': 'text/plain' })
      if (path !== '/') return html(404, '<!doctype html><title>Not found</title>')
      const tag = proof === undefined ? '' : `<meta name="herald-site-verification" content="${proof}">`
      return html(200, `<!doctype html><html><head><title>${domain}</title>${tag}</head><body></body></html>`)
    },
  }
}

/** DNS in the JSON of DNS over HTTPS: GET /dns/resolve?name=…&type=TXT. PUT /dns/records {name, data} adds one. */
export const dns: FamilyMaker = () => {
  const records = new Map<string, string[]>()
  return {
    name: 'dns',
    mount: '/dns',
    plays: 'the name servers of tenants',
    platforms: [],
    handle(request) {
      if (request.method === 'PUT' && request.path === '/records') {
        const body = jsonBody(request)
        const name = field(body, 'name').toLowerCase()
        records.set(name, [...(records.get(name) ?? []), field(body, 'data')])
        return json(200, { published: name })
      }
      const name = (request.query.get('name') ?? '').toLowerCase()
      if (request.path !== '/resolve' || name === '')
        return json(400, { error: 'Ask /dns/resolve?name=…&type=TXT.' })
      const proof = proofFor(request, name)
      const found = [...(records.get(name) ?? []), ...(proof === undefined ? [] : [proof])]
      const Answer = found.map((data) => ({ name: `${name}.`, type: 16, TTL: 300, data: `"${data}"` }))
      return json(200, {
        Status: found.length > 0 ? 0 : 3,
        Question: [{ name: `${name}.`, type: 16 }],
        ...(found.length > 0 ? { Answer } : {}),
      })
    },
  }
}
