import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { ERROR_CODES, type ErrorCode, ErrorEnvelope } from '../kernel/errors.ts'
import { type AnyOperation, isRead, methodOf, pathOf, pathParams } from '../kernel/operation.ts'
import { rawContentType } from '../kernel/raw.ts'
import type { Registry } from '../kernel/registry.ts'
import { isFree } from '../kernel/scopes.ts'
import { VERSION } from '../version.ts'

const ABOUT = `A marketing API for developers and their AI agents.

Send \`Authorization: Bearer <API_KEY>\`; \`POST /checkout/free\` makes a key. Errors have one envelope: branch on
\`error.code\`. Writes that take an \`Idempotency-Key\` take effect once, however often they are retried.`

/** The whole API as OpenAPI 3.1, from the registry and nothing else. */
export function describeApi(registry: Registry, publicUrl: string): unknown {
  const paths: ZodOpenApiPathsObject = {}
  for (const declared of registry.operations) {
    const path = pathOf(declared)
    paths[path] = { ...paths[path], [methodOf(declared).toLowerCase()]: describeOperation(declared) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Herald',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${publicUrl}/v1` }],
    tags: registry.surfaces.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: hk_live_…, hk_test_… or hk_sess_….',
        },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator’s token, ADMIN_TOKEN.' },
      },
    },
  })
}

function describeOperation(declared: AnyOperation): ZodOpenApiOperationObject {
  const inPath = new Set(pathParams(declared))
  const rest = Object.keys(declared.input.shape).filter((name) => !inPath.has(name))
  const read = isRead(declared)
  return {
    operationId: declared.id,
    tags: [declared.id.slice(0, declared.id.indexOf('.'))],
    summary: declared.summary,
    description: declared.description,
    security: securityOf(declared),
    requestParams: {
      ...(inPath.size === 0 ? {} : { path: pick(declared, [...inPath]) }),
      ...(read && rest.length > 0 ? { query: pick(declared, rest) } : {}),
      ...(declared.idempotent === false ? {} : { header: IdempotencyHeader }),
    },
    ...(read || rest.length === 0
      ? {}
      : {
          requestBody: {
            required: !pick(declared, rest).safeParse({}).success,
            content: {
              'application/json': {
                schema: pick(declared, rest).strict(),
                example: without(declared.example.input, inPath),
              },
            },
          },
        }),
    responses: responsesOf(declared),
    ...policyOf(declared),
  }
}

const IdempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The same key with the same body takes effect once and replays its reply for 24 hours.'),
})

function securityOf(declared: AnyOperation): Record<string, string[]>[] {
  if (declared.scope === 'public') return []
  return declared.scope === 'operator' ? [{ operatorToken: [] }] : [{ apiKey: [] }]
}

/** What a client cannot see in a schema and has to know before it calls. */
function policyOf(declared: AnyOperation): Record<`x-${string}`, unknown> {
  return {
    'x-scope': declared.scope,
    'x-access': isFree(declared.scope) ? 'free' : 'paid',
    'x-meter': declared.meter,
    'x-rate-limit-group': declared.rate,
    ...(declared.live === true || typeof declared.live === 'function' ? {} : { 'x-not-live': true }),
  }
}

function responsesOf(declared: AnyOperation): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, schema] of Object.entries(declared.output)) {
    const raw = rawContentType(schema)
    responses[status as '200'] =
      status === '204'
        ? { description: 'Done.' }
        : raw !== null
          ? {
              description: schema.description ?? declared.summary,
              content: { [raw]: { schema: { type: 'string' } } },
            }
          : {
              description: declared.summary,
              content: { 'application/json': { schema, example: declared.example.output } },
            }
  }
  for (const [status, codes] of errorsOf(declared)) {
    const text = codes.map(([code, when]) => `\`${code}\`${when === '' ? '' : `: ${when}`}`).join(' · ')
    responses[status as '400'] = {
      description: text,
      content: { 'application/json': { schema: ErrorEnvelope } },
    }
  }
  return responses
}

/** The common errors follow from the policy; the operation adds its own. */
function errorsOf(declared: AnyOperation): Map<string, [ErrorCode, string][]> {
  const codes: [ErrorCode, string][] = [['validation_failed', 'each bad field as path: issue']]
  if (!isRead(declared)) codes.push(['bad_request', 'malformed JSON'])
  if (declared.scope !== 'public') codes.push(['unauthorized', ''])
  if (declared.scope !== 'public' && declared.scope !== 'operator')
    codes.push(['forbidden', 'the key’s scopes or tier do not cover this'])
  if (declared.scope === 'operator') codes.push(['admin_not_configured', ''])
  if (declared.meter !== 'none') codes.push(['quota_exceeded', 'a quota or the spend cap is used up'])
  if (pathParams(declared).length > 0) codes.push(['not_found', 'absent, or another tenant’s'])
  if (declared.rate !== null) codes.push(['rate_limited', 'see Retry-After'])
  if (declared.idempotent !== false)
    codes.push(['conflict', 'this Idempotency-Key is in flight'], ['idempotency_collision', ''])
  codes.push(['server_error', ''])
  const own = Object.entries(declared.errors) as [ErrorCode, string][]
  const byStatus = new Map<string, [ErrorCode, string][]>()
  for (const [code, when] of [...codes.filter(([code]) => !(code in declared.errors)), ...own]) {
    const status = String(ERROR_CODES[code])
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, when]])
  }
  return byStatus
}

function pick(declared: AnyOperation, names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(names.map((name) => [name, declared.input.shape[name] as z.ZodType])))
}

function without(input: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
}
