import { surface } from '../../kernel/operation.ts'
import docs from './docs.ts'
import guide from './guide.ts'
import health from './health.ts'
import llmsTxt from './llms-txt.ts'
import openapi from './openapi.ts'
import ready from './ready.ts'

export default surface({
  name: 'service',
  description: 'The service about itself: is it up, is it ready, what can it do.',
  operations: [health, ready, openapi, docs, guide, llmsTxt],
})
