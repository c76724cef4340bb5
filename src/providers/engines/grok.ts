import { defineEngine } from './define.ts'
import { parseResponses, responsesRequest } from './openai-responses.ts'

export const grok = defineEngine({
  platform: 'grok',
  request: (question, settings) => responsesRequest(question, settings),
  parse: (reply, settings) => parseResponses('grok', reply, settings),
})
