import { answerAsk, type Granted, type Refusals } from './ask.ts'
import { json, type Reply, type World } from './family.ts'
import { generate, tokens, type Wish } from './llm/generate.ts'
import { type Answer, drawAnswer } from './market/answer.ts'
import { separator } from './market/render.ts'
import { random } from './random.ts'
import { sourceAt } from './responses-reply.ts'
import { isObject, type Json, list, object, string, textOf } from './value.ts'

/** A platform that speaks Anthropic's Messages form. */
export type MessagesPlatform = {
  platform: string
  family: string
  key: string
  refusals: Refusals
  served(model: string): string
  /** What it returns when it will not answer. */
  declined: { content: Json[]; stop_reason: string }
}

export function message(world: World, body: Json, host: MessagesPlatform): Reply {
  const model = string(body.model)
  if (model === '') return host.refusals.badRequest('model: Field required')
  if (typeof body.max_tokens !== 'number') return host.refusals.badRequest('max_tokens: Field required')
  const tools = list(body.tools).filter(isObject)
  const search = tools.find((tool) => string(tool.type).startsWith('web_search_'))
  const place = object(search?.user_location)
  const location = [place.city, place.region, place.country]
    .map(string)
    .filter((part) => part !== '')
    .join(', ')
  const messages = list(body.messages).map(object)
  const asked = messages.filter((entry) => entry.role === 'user').map((entry) => textOf(entry.content))
  const wish = readWish(body, messages, tools)
  const writes = search === undefined
  const ask = {
    platform: writes ? 'llm' : host.platform,
    family: host.family,
    key: host.key,
    model,
    prompt: writes ? wish.transcript : asked.join('\n'),
    context: location,
  }
  return answerAsk(world, ask, host.refusals, (granted) => {
    const { content, stop_reason, usage } = writes
      ? written(granted, wish, tools, body, host)
      : searched(world, granted, location, search, host)
    const id = random('msg', ...granted.seed).text(24)
    const reply = { id: `msg_${id}`, type: 'message', role: 'assistant', model: host.served(model), content }
    return json(200, { ...reply, stop_reason, stop_sequence: null, usage }, { 'request-id': `req_${id}` })
  })
}

type Turn = { content: Json[]; stop_reason: string; usage: Json }

function searched(
  world: World,
  granted: Granted,
  location: string,
  tool: Json,
  host: MessagesPlatform,
): Turn {
  const answer = drawAnswer(world, granted, location, true)
  if (answer === undefined) return { ...host.declined, usage: usage(330, 6, 0) }
  const most = typeof tool.max_uses === 'number' ? tool.max_uses : answer.queries.length
  const uses = Math.min(answer.queries.length, most)
  const content = [...searchBlocks(answer, uses, granted), ...textBlocks(answer, granted)]
  return { content, stop_reason: 'end_turn', usage: usage(answer.usage.input, answer.usage.output, uses) }
}

function searchBlocks(answer: Answer, uses: number, granted: Granted): Json[] {
  const blocks: Json[] = []
  for (let index = 0; index < uses; index += 1) {
    const id = `srvtoolu_${random('tool', index, ...granted.seed).text(24)}`
    const pages = answer.sources.filter((_source, at) => at % uses === index)
    const results = pages.map((source) => ({
      type: 'web_search_result',
      url: source.url,
      title: source.title,
      encrypted_content: random('sealed', source.url, ...granted.seed).text(64),
      page_age: source.published,
    }))
    blocks.push({ type: 'server_tool_use', id, name: 'web_search', input: { query: answer.queries[index] } })
    blocks.push({ type: 'web_search_tool_result', tool_use_id: id, content: results })
  }
  return blocks
}

/** Text is cut where citations begin and end: a cited stretch is a block of its own. */
function textBlocks(answer: Answer, granted: Granted): Json[] {
  const blocks: Json[] = []
  let open = ''
  answer.lines.forEach((line, index) => {
    const before = index === 0 ? '' : separator(answer.lines[index - 1], line)
    if (line.cites.length === 0) {
      open += before + line.text
      return
    }
    open += before
    if (open !== '') blocks.push({ type: 'text', text: open })
    open = ''
    const citations = line.cites.map((at) => {
      const source = sourceAt(answer, at)
      return {
        type: 'web_search_result_location',
        url: source.url,
        title: source.title,
        encrypted_index: random('index', at, ...granted.seed).text(48),
        cited_text: source.snippet,
      }
    })
    blocks.push({ type: 'text', text: line.text, citations })
  })
  if (open !== '') blocks.push({ type: 'text', text: open })
  return blocks
}

function written(granted: Granted, wish: Wish, tools: Json[], body: Json, host: MessagesPlatform): Turn {
  if (granted.quirk === 'no_answer') return { ...host.declined, usage: usage(40, 6, 0) }
  const text = generate(granted, wish)
  const used = usage(tokens(wish.transcript), tokens(text), 0)
  const forced = forcedTool(tools, body)
  const input = forced === undefined ? undefined : parsed(text)
  // A tool call cannot carry broken JSON, so a spoilt answer arrives as plain text instead.
  if (forced === undefined || input === undefined)
    return { content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: used }
  const id = `toolu_${random('call', ...granted.seed).text(24)}`
  return {
    content: [{ type: 'tool_use', id, name: string(forced.name), input }],
    stop_reason: 'tool_use',
    usage: used,
  }
}

function readWish(body: Json, messages: Json[], tools: Json[]): Wish {
  const format = object(object(body.output_config).format ?? body.output_format)
  const forced = forcedTool(tools, body)
  const transcript = [textOf(body.system), ...messages.map((entry) => textOf(entry.content))].join('\n')
  const schema = string(format.type) === 'json_schema' ? format.schema : forced?.input_schema
  // Without a schema of its own the API is asked for JSON in words.
  const json = schema !== undefined || /\bJSON\b/.test(transcript)
  const request = messages.filter((entry) => entry.role === 'user').map((entry) => textOf(entry.content))
  return {
    transcript,
    request: request.join('\n'),
    repeated: messages.some((entry) => entry.role === 'assistant'),
    json,
    schema,
  }
}

function forcedTool(tools: Json[], body: Json): Json | undefined {
  const choice = object(body.tool_choice)
  if (choice.type === 'tool') return tools.find((tool) => tool.name === choice.name)
  return choice.type === 'any' ? tools.find((tool) => 'input_schema' in tool) : undefined
}

function usage(input: number, output: number, searches: number): Json {
  return {
    input_tokens: input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    service_tier: 'standard',
    server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
