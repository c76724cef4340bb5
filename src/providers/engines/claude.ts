import { messagesRequest, parseMessages } from './anthropic-messages.ts'
import { defineEngine } from './define.ts'

export const claude = defineEngine({
  platform: 'claude',
  request: (question, settings) => messagesRequest(question, settings, '/v1/messages'),
  parse: (reply, settings) => parseMessages('claude', reply, settings),
})
