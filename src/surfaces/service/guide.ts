import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { Raw, rawOutput } from '../../kernel/raw.ts'
import { asDescription } from './reference/description.ts'
import { guides } from './reference/guides.ts'
import { guidePage, PAGE_HEADERS } from './reference/page.ts'

export default operation({
  id: 'service.guide',
  route: 'GET /docs/{page}',
  summary: 'A guide as a page',
  description: 'Quick start, errors and retries, and the other guides that GET /docs links to.',
  scope: 'public',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({ page: z.string().max(80).describe('The guide’s name.') }),
  output: { 200: rawOutput('text/html', 'The page.') },
  errors: { not_found: 'There is no guide of that name.' },
  example: { input: { page: 'quickstart' }, output: '<!doctype html>…' },
  async handle(ctx, input) {
    const guide = guides().get(input.page)
    if (guide === undefined) {
      throw fail('not_found', 'There is no guide of that name.', {
        fix_hint: `There are ${[...guides().keys()].join(', ')}.`,
      })
    }
    const page = guidePage(asDescription(ctx.app.openapi()), guide)
    return {
      status: 200 as const,
      body: new Raw('text/html; charset=utf-8', page),
      headers: { ...PAGE_HEADERS },
    }
  },
})
