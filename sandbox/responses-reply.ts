import type { Granted } from './ask.ts'
import type { Answer } from './market/answer.ts'
import { render } from './market/render.ts'
import type { Source } from './market/sources.ts'
import { hex } from './random.ts'
import type { ResponsesRequest } from './responses-request.ts'
import type { Json } from './value.ts'

/** How a platform dresses the pages it found and the citations in its text. */
export type Dress = {
  link(source: Source): string
  mark(source: Source, order: number): string
}

/** `search` items of an answer: one for each query, each with a share of the pages. */
export function searchItems(answer: Answer, granted: Granted, dress: Dress, withSources: boolean): Json[] {
  return answer.queries.map((query, index) => {
    const pages = answer.sources.filter((_source, at) => at % answer.queries.length === index)
    const action: Json = { type: 'search', query, queries: [query] }
    if (withSources) action.sources = pages.map((source) => ({ type: 'url', url: dress.link(source) }))
    return {
      id: `ws_${hex(48, 'ws', index, ...granted.seed)}`,
      type: 'web_search_call',
      status: 'completed',
      action,
    }
  })
}

export function messageItem(answer: Answer, granted: Granted, dress: Dress): Json {
  const source = (index: number): Source => sourceAt(answer, index)
  const { text, marks } = render(answer.lines, (index, order) => dress.mark(source(index), order))
  const annotations = marks.map((mark) => ({
    type: 'url_citation',
    start_index: mark.start,
    end_index: mark.end,
    url: dress.link(source(mark.source)),
    title: source(mark.source).title,
  }))
  return textItem(text, annotations, granted)
}

export function textItem(text: string, annotations: Json[], granted: Granted): Json {
  return {
    id: `msg_${hex(48, 'msg', ...granted.seed)}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations, logprobs: [] }],
  }
}

export function refusalItem(granted: Granted): Json {
  return {
    id: `msg_${hex(48, 'msg', ...granted.seed)}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'refusal', refusal: 'I am not able to help with that request.' }],
  }
}

export function sourceAt(answer: Answer, index: number): Source {
  const source = answer.sources[index]
  if (source === undefined) throw new Error(`the answer has no source ${index}`)
  return source
}

/** The envelope all platforms of this form share; each adds what is its own. */
export function envelope(
  request: ResponsesRequest,
  parts: { id: string; created_at: number; model: string; output: Json[]; usage: Json },
): Json {
  return {
    id: parts.id,
    object: 'response',
    created_at: parts.created_at,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: parts.model,
    output: parts.output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: 'medium', summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: request.wish.json ? 'json_schema' : 'text' } },
    tool_choice: 'auto',
    tools: request.tools,
    top_p: 1,
    truncation: 'disabled',
    usage: parts.usage,
    user: null,
    metadata: {},
  }
}

export function usage(input: number, output: number, reasoning: number): Json {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output + reasoning,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output + reasoning,
  }
}
