import { defineEngine } from './define.ts'
import { parseResponses, responsesRequest } from './openai-responses.ts'

export const chatgpt = defineEngine({
  platform: 'chatgpt',
  request: (question, settings) =>
    // Without this include the API tells what was cited, but not what was looked at.
    responsesRequest(question, settings, { include: ['web_search_call.action.sources'] }),
  parse: (reply, settings) => parseResponses('chatgpt', reply, settings),
})
