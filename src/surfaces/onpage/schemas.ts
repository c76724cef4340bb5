import { z } from 'zod'
import { PageUrl } from '../../kernel/domain.ts'
import { CHANGE_TYPES } from '../../providers/cms/types.ts'
import { Change } from './rules.ts'

export const WIRED = ['wordpress', 'webflow', 'js_snippet', 'manual'] as const
const UNWIRED = ['cf_worker', 'owned_source'] as const

/** Documented and not live: said to any valid key, whatever else the body has. */
export function unwired(raw: Record<string, unknown>) {
  const found = UNWIRED.find((mode) => mode === raw.deploy_mode)
  if (found === undefined) return null
  return {
    code: 'deploy_mode_not_wired',
    message: `The deploy mode ${found} is documented and not live yet. Use ${WIRED.join(', ')}.`,
  } as const
}

export const ApplyInput = z.object({
  site_id: z.string().max(80),
  url: PageUrl.describe('The page; it belongs to the site’s domain.'),
  deploy_mode: z.enum([...WIRED, ...UNWIRED]).describe('cf_worker and owned_source are not live: 501.'),
  changes: z
    .array(Change)
    .min(1)
    .max(10)
    .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'each type at most once'),
  account_id: z
    .string()
    .max(80)
    .optional()
    .describe('Of wordpress and webflow, where several connected accounts serve the page.'),
  dry_run: z.boolean().default(false).describe('Show the difference and change nothing.'),
})

export const Applied = z
  .object({
    url: z.string(),
    deploy_mode: z.enum(WIRED),
    dry_run: z.boolean(),
    account_id: z.string().nullable().describe('The connected account that was used; null without one.'),
    applied: z.boolean().describe('Whether the page was changed by this call.'),
    diff: z.array(
      z.object({
        type: z.enum(CHANGE_TYPES),
        before: z.string().nullable().describe('What the page has; null when none, or when it was not read.'),
        after: z.string(),
        effect: z
          .enum(['changed', 'same', 'unsupported'])
          .describe('unsupported: this deploy mode cannot change it.'),
      }),
    ),
    rollback_id: z.string().nullable().describe('For POST /onpage/rollback; null when nothing was changed.'),
    snippet: z
      .string()
      .nullable()
      .describe('js_snippet: paste this into the page’s head; null when it can change nothing.'),
    instructions: z.array(z.string()).nullable().describe('manual: what to do, one step a change.'),
    simulated: z.boolean(),
  })
  .meta({ id: 'OnpageApplied' })

export const appliedExample: z.infer<typeof Applied> = {
  url: 'https://blog.acme.com/crm',
  deploy_mode: 'wordpress',
  dry_run: false,
  account_id: 'acct_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  applied: true,
  diff: [{ type: 'title', before: 'crm', after: 'The Acme CRM', effect: 'changed' }],
  rollback_id: 'chg_019a84d2c3f17c25b8d2e4f60718293a',
  snippet: null,
  instructions: null,
  simulated: true,
}
