import { answerAsk, type Granted, refuseKey } from './ask.ts'
import {
  bearer,
  type Family,
  type FamilyMaker,
  json,
  jsonBody,
  type Reply,
  type SandboxRequest,
  type World,
} from './family.ts'
import { generate, tokens } from './llm/generate.ts'
import { drawAnswer } from './market/answer.ts'
import { chatCompletion } from './openai-chat.ts'
import { invalidUrl, openaiRefusals } from './openai-errors.ts'
import { hex, unit } from './random.ts'
import {
  type Dress,
  envelope,
  messageItem,
  refusalItem,
  searchItems,
  textItem,
  usage,
} from './responses-reply.ts'
import { type ResponsesRequest, readResponses } from './responses-request.ts'
import { moment, servedModel } from './served-model.ts'
import { isObject, type Json } from './value.ts'

/** ChatGPT tags the links it hands out, and writes them into the text behind the sentence. */
const dress: Dress = {
  link(source) {
    return `${source.url}${source.url.includes('?') ? '&' : '?'}utm_source=openai`
  },
  mark(source) {
    return ` ([${source.domain}](${dress.link(source)}))`
  },
}

export const openai: FamilyMaker = (world): Family => ({
  name: 'openai',
  mount: '/openai',
  plays: 'api.openai.com',
  platforms: ['chatgpt', 'llm'],
  handle(request) {
    const refused = refuseKey(bearer(request), openaiRefusals)
    if (refused !== undefined) return refused
    if (request.method === 'GET' && request.path === '/v1/models') return modelList()
    if (request.method !== 'POST') return invalidUrl(request.method, request.path)
    if (request.path !== '/v1/responses' && request.path !== '/v1/chat/completions') {
      return invalidUrl(request.method, request.path)
    }
    const body = jsonBody(request)
    if (!isObject(body)) return openaiRefusals.badRequest('The body of the request is not valid JSON.')
    if (body.stream === true)
      return openaiRefusals.badRequest('This sandbox does not stream: send stream: false.')
    if (request.path === '/v1/chat/completions') return chatCompletion(world, request, body)
    return response(world, request, readResponses(body))
  },
})

function response(world: World, request: SandboxRequest, asked: ResponsesRequest): Reply {
  if (asked.model === '') return openaiRefusals.badRequest("Missing required parameter: 'model'.")
  const ask = {
    platform: asked.searches ? 'chatgpt' : 'llm',
    family: 'openai',
    key: bearer(request),
    model: asked.model,
    // A text generator is steered by its instructions too; a question stands alone.
    prompt: asked.searches ? asked.prompt : asked.wish.transcript,
    context: asked.context,
  }
  return answerAsk(world, ask, openaiRefusals, (granted) => {
    const { output, used } = asked.searches
      ? searchedOutput(world, granted, asked)
      : writtenOutput(granted, asked)
    const body = envelope(asked, {
      id: `resp_${hex(48, 'resp', ...granted.seed)}`,
      created_at: moment(world.day(), unit('at', ...granted.seed)),
      model: servedModel(asked.model, world.day(), 'dashed'),
      output,
      usage: used,
    })
    return json(200, body, {
      'x-request-id': `req_${hex(32, 'req', ...granted.seed)}`,
      'openai-version': '2020-10-01',
    })
  })
}

function searchedOutput(
  world: World,
  granted: Granted,
  asked: ResponsesRequest,
): { output: Json[]; used: Json } {
  const reasoning = { id: `rs_${hex(48, 'rs', ...granted.seed)}`, type: 'reasoning', summary: [] }
  const answer = drawAnswer(world, granted, asked.location, true)
  if (answer === undefined) return { output: [reasoning, refusalItem(granted)], used: usage(340, 14, 60) }
  const searches = searchItems(answer, granted, dress, asked.includesSources)
  const { input, output, reasoning: thought } = answer.usage
  return {
    output: [reasoning, ...searches, messageItem(answer, granted, dress)],
    used: usage(input, output, thought),
  }
}

function writtenOutput(granted: Granted, asked: ResponsesRequest): { output: Json[]; used: Json } {
  if (granted.quirk === 'no_answer') return { output: [refusalItem(granted)], used: usage(40, 14, 0) }
  const text = generate(granted, asked.wish)
  return {
    output: [textItem(text, [], granted)],
    used: usage(tokens(asked.wish.transcript), tokens(text), 0),
  }
}

function modelList(): Reply {
  const data = ['gpt-5.5', 'gpt-5.5-mini'].map((id) => ({
    id,
    object: 'model',
    created: 1_776_902_400,
    owned_by: 'openai',
  }))
  return json(200, { object: 'list', data })
}
