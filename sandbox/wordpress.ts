import { type FamilyMaker, header, json, jsonBody, type Reply, type SandboxRequest } from './family.ts'
import { hash } from './random.ts'
import { triggered } from './triggers.ts'
import { isObject, type Json, string } from './value.ts'

type Item = { id: number; link: string; title: string; excerpt: string; content: string; meta: Json }

/** Sites whose host contains `yoast` publish Yoast's fields, as the plugin does. */
const YOAST = { _yoast_wpseo_metadesc: '', _yoast_wpseo_canonical: '' }

function refusal(status: number, code: string, message: string): Reply {
  return json(status, { code, message, data: { status } })
}

/** Any WordPress site: /wordpress/<host>/wp-json/wp/v2/… Every slug but `missing` is a page that is there. */
export const wordpress: FamilyMaker = (world) => {
  const items = new Map<string, Item>()

  function pageOf(host: string, slug: string): Item {
    const key = `${host}/${slug}`
    const known = items.get(key)
    if (known !== undefined) return known
    const made: Item = {
      id: 100 + (hash('wp', key) % 90_000),
      link: `https://${host}/${slug}/`,
      title: slug.replaceAll('-', ' '),
      excerpt: '',
      content: `<!-- wp:paragraph --><p>About ${slug}.</p><!-- /wp:paragraph -->`,
      meta: host.includes('yoast') ? { ...YOAST } : {},
    }
    items.set(key, made)
    return made
  }

  return {
    name: 'wordpress',
    mount: '/wordpress',
    plays: 'WordPress sites',
    platforms: [],
    handle(request) {
      const [, host = '', ...rest] = request.path.split('/')
      const path = rest.join('/')
      const given = credentials(request)
      if (given === '' || given.includes('invalid'))
        return refusal(401, 'incorrect_password', 'The provided password is an invalid application password.')
      const quirk = triggered(given, ['wordpress', 'api'], world.ledger.ask('wordpress', given).asked)
      if (quirk === 'error') return refusal(500, 'internal_server_error', 'There has been a critical error.')
      if (quirk === 'rate_limit') return json(429, { code: 'too_many_requests' }, { 'retry-after': '5' })
      if (quirk === 'garbage') return { kind: 'send', status: 200, headers: {}, body: '[{"id": 1, "ti' }
      if (quirk === 'timeout') return { kind: 'hold' }
      const [, kind = '', id] = /^wp-json\/wp\/v2\/(pages|posts)(?:\/(\d+))?$/.exec(path) ?? []
      if (kind === '') return refusal(404, 'rest_no_route', 'No route was found.')
      if (id === undefined) return list(kind, host, request.query.get('slug') ?? '')
      const item = [...items.values()].find(
        (one) => one.id === Number(id) && one.link.startsWith(`https://${host}/`),
      )
      if (item === undefined) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.')
      if (request.method === 'POST') change(item, jsonBody(request))
      return json(200, present(item))
    },
  }

  function list(kind: string, host: string, slug: string): Reply {
    const isPost = slug.startsWith('post-')
    if (slug === '' || slug === 'missing' || isPost !== (kind === 'posts')) return json(200, [])
    return json(200, [present(pageOf(host, slug))])
  }
}

function credentials(request: SandboxRequest): string {
  const encoded = /^Basic (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString('utf8')
}

function change(item: Item, body: unknown): void {
  if (!isObject(body)) return
  if ('title' in body) item.title = string(body.title)
  if ('excerpt' in body) item.excerpt = string(body.excerpt)
  if ('content' in body) item.content = string(body.content)
  // Fields that nothing registered are silently left alone.
  if (isObject(body.meta))
    for (const [name, value] of Object.entries(body.meta)) if (name in item.meta) item.meta[name] = value
}

function present(item: Item): Json {
  const { id, link, title, excerpt, content, meta } = item
  const both = (text: string) => ({ raw: text, rendered: text })
  const fields = Object.keys(meta).length === 0 ? [] : meta
  return {
    id,
    link,
    status: 'publish',
    title: both(title),
    content: both(content),
    excerpt: both(excerpt),
    meta: fields,
  }
}
