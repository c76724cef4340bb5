import { defineEngine } from './define.ts'
import { parseResponses, responsesRequest } from './openai-responses.ts'

export const metaai = defineEngine({
  platform: 'metaai',
  request: (question, settings) => responsesRequest(question, settings),
  parse: (reply, settings) => parseResponses('metaai', reply, settings),
})
