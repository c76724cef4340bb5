import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { Raw, rawOutput } from '../../kernel/raw.ts'
import { asDescription } from './reference/description.ts'
import { llmsTxt } from './reference/llms-txt.ts'

export default operation({
  id: 'service.llms-txt',
  route: 'GET /llms.txt',
  summary: 'The service for language models',
  description:
    'An llms.txt (llmstxt.org): what this is, and where the guides and the description are. Also at /llms.txt.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: rawOutput('text/plain', 'Markdown in the form of llmstxt.org.') },
  errors: {},
  example: { input: {}, output: '# Herald\n\n> A marketing API for developers and their AI agents.\n' },
  async handle(ctx) {
    const text = llmsTxt(asDescription(ctx.app.openapi()), `${ctx.app.public_url}/v1`)
    return { status: 200 as const, body: new Raw('text/plain; charset=utf-8', text) }
  },
})
