import { z } from 'zod'
import { page } from '../kernel/cursor.ts'
import { type AnyOperation, operation, type Route } from '../kernel/operation.ts'

const id = z.string().max(80)
const text = z.string().min(1)
const ids = z.array(id).min(1)
const Domain = z.string().describe('Without protocol, such as example.com.')
const at = z.iso.datetime({ offset: true })

const post = {
  text: text.max(10_000),
  account_ids: ids,
  media_ids: ids.optional(),
  scheduled_at: at.optional(),
}
const site = { site_id: id.optional(), url: z.url().optional() }

/**
 * What the curated tools take until their surface is built, so that agents can plan with the whole catalogue.
 * An operation in the registry wins over its entry here.
 */
const INPUTS: Record<string, z.ZodObject> = {
  'GET /social/accounts': z.object({ ...page }),
  'POST /social/posts': z.object(post),
  'POST /social/posts/bulk': z.object({ posts: z.array(z.object(post)).min(1).max(100) }),
  'GET /ads/campaigns': z.object({ ...page }),
  'POST /ads/campaigns': z.object({
    name: text,
    platform: z.enum(['google', 'meta']),
    objective: text,
    daily_budget_usd: z.number().positive(),
  }),
  'POST /seo/rank': z.object({
    keyword: text,
    domain: Domain,
    location: z.string().default('United States'),
    device: z.enum(['desktop', 'mobile']).default('desktop'),
  }),
  'GET /seo/rankings': z.object({ ...page, domain: Domain.optional() }),
  'GET /seo/content-decay': z.object({ site_id: id.optional() }),
  'GET /seo/cannibalization': z.object({ site_id: id.optional() }),
  'POST /aeo/scan': z.object({
    brand: text,
    queries: z.array(text).min(1),
    platforms: z
      .array(
        z.enum(['chatgpt', 'claude', 'gemini', 'perplexity', 'grok', 'deepseek', 'metaai', 'ai_overview']),
      )
      .optional(),
  }),
  'GET /aeo/gaps': z.object({ brand: text.optional() }),
  'GET /aeo/blindspots': z.object({ brand: text.optional() }),
  'GET /aeo/share-of-voice': z.object({ brand: text.optional() }),
  'POST /aeo/schema': z.object(site),
  'POST /aeo/llms-txt': z.object(site),
  'POST /aeo/auto-fixes': z.object(site),
  'POST /content/articles': z.object({ topic: text, keywords: z.array(text).optional() }),
  'POST /content/articles/{id}/publish': z.object({
    id,
    target: z.enum(['wordpress', 'webflow']).optional(),
  }),
  'POST /content/articles/{id}/distribute': z.object({ id, account_ids: ids.optional() }),
  'GET /reviews': z.object({ ...page }),
  'POST /reviews/{id}/respond': z.object({ id, text }),
  'POST /reviews/requests': z.object({ email: z.email(), name: text.optional() }),
  'GET /gbp/audit': z.object({ location_id: id.optional() }),
  'GET /gbp/metrics': z.object({ location_id: id.optional() }),
  'POST /gbp/posts': z.object({ location_id: id, text: text.max(1_500), media_ids: ids.optional() }),
  'POST /seo/local-grid': z.object({
    keyword: text,
    domain: Domain.optional(),
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    size: z.int().min(3).max(15).default(7).describe('Points along each side.'),
  }),
  'POST /media': z.object({ url: z.url(), alt_text: text.optional() }),
  'GET /inbox/conversations': z.object({ ...page }),
  'POST /inbox/conversations/{id}/messages': z.object({ id, text }),
  'POST /job-postings': z.object({ title: text, description: text, location: text.optional() }),
  'POST /agents/{name}/run': z.object({ name: text, input: z.record(z.string(), z.unknown()).optional() }),
}

/** A stand-in that passes the gates as far as any unbuilt operation does, and says 501 there. */
export function planned(route: Route): AnyOperation {
  const [method = '', path = ''] = route.split(' ')
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'))
  const fields = [...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] as string, id])
  return operation({
    id: `${segments[0]}.${segments.slice(1).join('-') || 'planned'}`,
    route,
    summary: path,
    description: 'Documented and not built yet.',
    scope: 'any',
    meter: 'action',
    hold: null,
    rate: null,
    idempotent: method !== 'GET',
    live: { code: 'not_implemented', message: `${route} is documented and not live yet.` },
    input: INPUTS[route] ?? z.object(Object.fromEntries(fields)),
    output: {},
    errors: {},
    example: { input: {}, output: null },
    handle: async () => {
      throw new Error(`${route} is not built, so the pipeline never gets here`)
    },
  })
}
