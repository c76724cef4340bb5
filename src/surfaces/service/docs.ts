import { z } from 'zod'
import { operation } from '../../kernel/operation.ts'
import { Raw, rawOutput } from '../../kernel/raw.ts'
import { asDescription } from './reference/description.ts'
import { PAGE_HEADERS, referencePage } from './reference/page.ts'

export default operation({
  id: 'service.docs',
  route: 'GET /docs',
  summary: 'The API reference as a page',
  description:
    'Every operation with its schemas, errors and an example that runs against this server. Made from the OpenAPI description; loads nothing from elsewhere.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: rawOutput('text/html', 'The page.') },
  errors: {},
  example: { input: {}, output: '<!doctype html>…' },
  async handle(ctx) {
    const page = referencePage(asDescription(ctx.app.openapi()))
    return {
      status: 200 as const,
      body: new Raw('text/html; charset=utf-8', page),
      headers: { ...PAGE_HEADERS },
    }
  },
})
