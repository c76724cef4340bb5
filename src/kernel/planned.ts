import { z } from 'zod'
import { page } from './cursor.ts'
import { type AnyOperation, operation, type Route } from './operation.ts'
import type { Registry } from './registry.ts'

const id = z.string().max(80)
const text = z.string().min(1)
const ids = z.array(id).min(1)
const at = z.iso.datetime({ offset: true })

const post = {
  text: text.max(10_000),
  account_ids: ids,
  media_ids: ids.optional(),
  scheduled_at: at.optional(),
}

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
  'POST /content/articles': z.object({ topic: text, keywords: z.array(text).optional() }),
  'POST /content/articles/{id}/publish': z.object({
    id,
    target: z.enum(['wordpress', 'webflow']).optional(),
  }),
  'POST /content/articles/{id}/distribute': z.object({ id, account_ids: ids.optional() }),
  'GET /reviews': z.object({ ...page }),
  'POST /reviews/{id}/respond': z.object({ id, text }),
  'POST /reviews/requests': z.object({ email: z.email(), name: text.optional() }),
  'POST /media': z.object({ url: z.url(), alt_text: text.optional() }),
  'GET /inbox/conversations': z.object({ ...page }),
  'POST /inbox/conversations/{id}/messages': z.object({ id, text }),
  'POST /job-postings': z.object({ title: text, description: text, location: text.optional() }),
}

/** Every documented route; those that are in the registry are built. */
const DOCUMENTED = `
  GET /social/accounts · GET, POST /social/posts · POST /social/posts/bulk · GET, DELETE /social/posts/{id}
  POST /social/posts/{id}/retry · GET /social/insights/{platform}
  GET, POST /media · GET, DELETE /media/{id} · GET /media/{id}/content
  GET, POST /ads/campaigns · GET, PATCH, DELETE /ads/campaigns/{id} · GET /ads/campaigns/{id}/metrics
  POST /ads/campaigns/{id}/deploy · POST /ads/campaigns/{id}/pause · POST /ads/campaigns/{id}/resume
  POST /ads/campaigns/{id}/optimize
  GET /reviews · GET /reviews/{id} · POST /reviews/{id}/respond · GET, POST /reviews/requests
  GET, PATCH, DELETE /content/articles/{id} · POST /content/articles · POST /content/generate
  POST /content/articles/{id}/publish · POST /content/articles/{id}/distribute
  GET, POST /contacts · GET, PATCH, DELETE /contacts/{id}
  GET, POST /sequences · GET, PATCH, DELETE /sequences/{id} · POST /sequences/{id}/activate
  POST /sequences/{id}/pause · GET, POST /sequences/{id}/enrollments
  GET /inbox/conversations · GET, PATCH /inbox/conversations/{id} · GET, POST /inbox/conversations/{id}/messages
  GET /dms/{platform}/threads · POST /dms/{platform}/send
  GET, POST /comment-automations · GET, PATCH, DELETE /comment-automations/{id} · GET /comment-automations/{id}/log
  GET, POST /job-postings · GET, PATCH, DELETE /job-postings/{id} · POST /job-postings/{id}/publish
  POST /job-postings/{id}/close · GET /calls · GET /calls/{id}`

/** Stand-ins for what is documented and not in the registry, so that every door says 501 and none says 404. */
export function unbuilt(registry: Registry): AnyOperation[] {
  const built = new Set(registry.operations.map(({ route }) => route))
  return DOCUMENTED.split(/[·\n]/)
    .flatMap((entry) => {
      const [, methods, path] = /^\s*([A-Z, ]+) (\/\S+)\s*$/.exec(entry) ?? []
      return path === undefined || methods === undefined
        ? []
        : methods.split(', ').map((method) => `${method} ${path}` as Route)
    })
    .filter((route) => !built.has(route))
    .map(planned)
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
