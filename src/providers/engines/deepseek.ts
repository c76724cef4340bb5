import { messagesRequest, parseMessages } from './anthropic-messages.ts'
import { defineEngine } from './define.ts'

export const deepseek = defineEngine({
  platform: 'deepseek',
  // DeepSeek searches only on its Anthropic-compatible side (api-docs.deepseek.com/guides/anthropic_api).
  request: (question, settings) => messagesRequest(question, settings, '/anthropic/v1/messages'),
  parse: (reply, settings) => parseMessages('deepseek', reply, settings),
})
