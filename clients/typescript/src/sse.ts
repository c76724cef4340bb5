import type { ServerEvent } from './types.ts'

/** The events of a text/event-stream, as the standard reads them: fields of lines, an event at each blank line. */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent, void, void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event !== null) yield event
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): ServerEvent | null {
  const event: ServerEvent = { event: 'message', data: '', id: null }
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'event') event.event = value
    else if (name === 'id') event.id = value
  }
  return data.length === 0 ? null : { ...event, data: data.join('\n') }
}
