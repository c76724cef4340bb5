import { answerAsk, refuseKey } from './ask.ts'
import { mapsTask } from './dataforseo-maps.ts'
import { envelope, failed, head, PRICE, refusals } from './dataforseo-wire.ts'
import {
  type Family,
  type FamilyMaker,
  header,
  jsonBody,
  type Reply,
  type SandboxRequest,
  type World,
} from './family.ts'
import type { Answer } from './market/answer.ts'
import { render } from './market/render.ts'
import type { Source } from './market/sources.ts'
import { hex, unit } from './random.ts'
import { sourceAt } from './responses-reply.ts'
import { breadcrumb, drawSerp, type Serp, searchUrl } from './serp.ts'
import { isObject, type Json, number, string } from './value.ts'

const PATHS: Record<string, string> = {
  '/v3/serp/google/organic/live/advanced': 'organic',
  '/v3/serp/google/maps/live/advanced': 'maps',
}
const OVERVIEW_PRICE = 0.002

export const dataforseo: FamilyMaker = (world): Family => ({
  name: 'dataforseo',
  mount: '/dataforseo',
  plays: 'api.dataforseo.com',
  platforms: ['ai_overview'],
  handle(request) {
    const credentials = basic(request)
    const refused = refuseKey(credentials, refusals)
    if (refused !== undefined) return refused
    const kind = PATHS[request.path]
    if (kind === undefined) return envelope(40400, 'Not Found.', null, 404)
    if (request.method !== 'POST') return envelope(40400, 'Not Found: use POST.', null, 404)
    const body = jsonBody(request)
    const tasks = Array.isArray(body)
      ? body.filter(isObject)
      : isObject(body)
        ? Object.values(body).filter(isObject)
        : []
    if (body === undefined) return refusals.badRequest('The body is not valid JSON.')
    if (tasks.length !== 1) return refusals.badRequest('Live endpoints take exactly one task.')
    return kind === 'maps'
      ? mapsTask(world, tasks[0] ?? {}, credentials)
      : task(world, tasks[0] ?? {}, credentials)
  },
})

function basic(request: SandboxRequest): string {
  const match = /^Basic\s+(\S+)$/i.exec(header(request, 'authorization'))
  const text = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8')
  const [login = '', password = ''] = text.split(':')
  return login === '' || password === '' ? '' : text
}

function task(world: World, data: Json, key: string): Reply {
  const keyword = string(data.keyword)
  if (keyword === '') return envelope(20000, 'Ok.', [failed(data, 40501, "Invalid Field: 'keyword'.")])
  const code = number(data.location_code)
  const location = string(data.location_name)
  if (code === undefined && location === '')
    return envelope(20000, 'Ok.', [failed(data, 40501, "Invalid Field: 'location_name'.")])
  const context = [location, code ?? '', string(data.language_code), string(data.device)].join('|')
  const ask = {
    platform: 'ai_overview',
    family: 'dataforseo',
    key,
    model: 'google',
    prompt: keyword,
    context,
  }
  return answerAsk(world, ask, refusals, (granted) => {
    const serp = drawSerp(
      world,
      granted,
      location.split(',')[0] ?? '',
      Math.min(number(data.depth) ?? 10, 24),
    )
    const id = `${world.day().slice(5).replace('-', '')}0930-1535-0139-0000-${hex(12, 'task', ...granted.seed)}`
    const asynchronous = serp.overview !== undefined && unit('async', ...granted.seed) < 0.4
    const loads = data.load_async_ai_overview === true
    const result = resultOf(serp, keyword, data, world.day(), { asynchronous, loads })
    const cost = PRICE + (asynchronous && loads ? OVERVIEW_PRICE : 0)
    return envelope(20000, 'Ok.', [
      { ...head(data, id, 20000, 'Ok.'), cost, result_count: 1, result: [result] },
    ])
  })
}

function resultOf(
  serp: Serp,
  keyword: string,
  data: Json,
  day: string,
  load: { asynchronous: boolean; loads: boolean },
): Json {
  const items: Json[] = []
  if (serp.overview !== undefined) items.push(overviewItem(serp.overview, load))
  serp.organic.forEach((source, index) => {
    items.push(organicItem(source, index + 1, items.length + 1))
    if (index === 2) items.push(askedItem(serp.questions, items.length + 1))
  })
  return {
    keyword,
    type: 'organic',
    se_domain: 'google.com',
    location_code: number(data.location_code) ?? 2840,
    language_code: string(data.language_code) || 'en',
    check_url: searchUrl(keyword),
    datetime: `${day} 09:30:00 +00:00`,
    spell: null,
    refinement_chips: null,
    item_types: [...new Set(items.map((item) => item.type))],
    se_results_count: 1_240_000,
    pages_count: 1,
    items_count: items.length,
    items,
  }
}

/** An overview that Google loads late is an empty shell unless the task asked to wait for it. */
function overviewItem(answer: Answer, load: { asynchronous: boolean; loads: boolean }): Json {
  const shell = {
    type: 'ai_overview',
    rank_group: 1,
    rank_absolute: 1,
    position: 'left',
    xpath: '/html[1]/body[1]/div[3]',
  }
  const flag = { asynchronous_ai_overview: load.asynchronous, rectangle: null }
  if (load.asynchronous && !load.loads)
    return { ...shell, ...flag, markdown: null, items: null, references: null }
  const { text } = render(
    answer.lines,
    (source, order) => ` [[${order + 1}]](${sourceAt(answer, source).url})`,
  )
  const items = answer.lines.map((line) => ({
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text: line.text.replaceAll('**', ''),
    markdown: line.text,
    links: null,
    images: null,
    references: line.cites.length > 0 ? line.cites.map((at) => reference(sourceAt(answer, at))) : null,
  }))
  const cited = [...new Set(answer.lines.flatMap((line) => line.cites))]
  return {
    ...shell,
    ...flag,
    markdown: text,
    items,
    references: cited.map((at) => reference(sourceAt(answer, at))),
  }
}

function reference(source: Source): Json {
  const { domain, url, title, snippet } = source
  return {
    type: 'ai_overview_reference',
    position: 'left',
    source: domain,
    domain,
    url,
    title,
    text: snippet,
  }
}

function organicItem(source: Source, group: number, absolute: number): Json {
  const { domain, title, url, snippet } = source
  return {
    type: 'organic',
    rank_group: group,
    rank_absolute: absolute,
    page: 1,
    position: 'left',
    domain,
    title,
    url,
    breadcrumb: breadcrumb(source),
    website_name: domain,
    description: snippet,
    timestamp: `${source.published} 00:00:00 +00:00`,
    is_featured_snippet: false,
  }
}

function askedItem(questions: readonly string[], absolute: number): Json {
  const items = questions.map((title) => ({ type: 'people_also_ask_element', title }))
  return { type: 'people_also_ask', rank_group: 1, rank_absolute: absolute, position: 'left', items }
}
