import type { Wish } from './llm/generate.ts'
import { isObject, type Json, list, object, string, textOf } from './value.ts'

/** A request to an API of OpenAI's Responses form, as far as the sandbox reads it. */
export type ResponsesRequest = {
  model: string
  prompt: string
  searches: boolean
  location: string
  context: string
  stream: boolean
  includesSources: boolean
  tools: Json[]
  wish: Wish
}

export function readResponses(body: Json): ResponsesRequest {
  const messages = messagesOf(body.input)
  const asked = messages.filter((message) => message.role === 'user').map((message) => message.text)
  const tools = list(body.tools).filter(isObject)
  const tool = tools.find((candidate) => /^web_search/.test(string(candidate.type)))
  const place = object(tool?.user_location)
  const location = [place.city, place.region, place.country]
    .map(string)
    .filter((part) => part !== '')
    .join(', ')
  const format = object(object(body.text).format)
  const formatType = string(format.type)
  return {
    model: string(body.model),
    prompt: asked.join('\n'),
    searches: tool !== undefined,
    location,
    context: location,
    stream: body.stream === true,
    includesSources: list(body.include).includes('web_search_call.action.sources'),
    tools,
    wish: {
      transcript: [string(body.instructions), ...messages.map((message) => message.text)].join('\n'),
      request: asked.join('\n'),
      repeated: messages.some((message) => message.role === 'assistant'),
      json: formatType === 'json_schema' || formatType === 'json_object',
      schema: formatType === 'json_schema' ? format.schema : undefined,
    },
  }
}

function messagesOf(input: unknown): { role: string; text: string }[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }]
  return list(input).map((item) => {
    const message = object(item)
    return { role: string(message.role) || 'user', text: textOf(message.content) }
  })
}
