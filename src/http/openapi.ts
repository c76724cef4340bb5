import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type AnyOperation, isRead, methodOf, pathOf, pathParams } from '../kernel/operation.ts'
import { eitherOf, type RawInput, rawContentType, rawInputOf } from '../kernel/raw.ts'
import type { Registry } from '../kernel/registry.ts'
import { isFree } from '../kernel/scopes.ts'
import { VERSION } from '../version.ts'
import { type ErrorResponses, errorResponses } from './openapi-errors.ts'
import { pick } from './openapi-fields.ts'
import {
  headerComponents,
  headerRefs,
  REQUEST_HEADERS,
  type RequestHeader,
  type ResponseHeader,
  requestHeaderRefs,
} from './openapi-headers.ts'
import { MCP_STATUSES, mcpSurface } from './openapi-mcp.ts'
import { describeEvents, type EventCatalogue, WEBHOOK_HEADERS } from './openapi-webhooks.ts'

const ABOUT = `A marketing API for developers and their AI agents.

Send \`Authorization: Bearer <API_KEY>\`; \`POST /checkout/free\` makes a key. Errors have one envelope: branch on
\`error.code\`. Writes that take an \`Idempotency-Key\` take effect once, however often they are retried.

Each operation says what no schema can: \`x-access\` (free, paid or operator), \`x-scope\`, \`x-meter\` (what it counts
against) and \`x-rate-limit-group\` (null: it never answers 429).`

/** The whole API as OpenAPI 3.1, from the registry, the catalogue of events and nothing else. */
export function describeApi(registry: Registry, publicUrl: string, catalogue: EventCatalogue): unknown {
  const paths: ZodOpenApiPathsObject = {}
  const responses: Record<string, ZodOpenApiResponseObject> = {}
  const surfaces = [...registry.surfaces, mcpSurface]
  for (const declared of surfaces.flatMap(({ operations }) => operations)) {
    const path = pathOf(declared)
    const errors = errorsOf(declared)
    Object.assign(responses, errors.shared)
    paths[path] = {
      ...paths[path],
      [methodOf(declared).toLowerCase()]: describeOperation(declared, errors.inline),
    }
  }
  const { webhooks, schemas } = describeEvents(catalogue)
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Herald',
        version: VERSION,
        description: ABOUT,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      externalDocs: { url: `${publicUrl}/v1/docs`, description: 'The reference and the guides as pages.' },
      servers: [{ url: `${publicUrl}/v1` }],
      tags: surfaces.map(({ name, description }) => ({ name, description })),
      paths,
      webhooks,
      components: {
        schemas,
        responses: sorted(responses),
        headers: headerComponents(),
        parameters: { ...REQUEST_HEADERS, ...WEBHOOK_HEADERS },
        securitySchemes: SECURITY,
      },
    },
    { override: plain },
  )
  openReferences(document)
  return document
}

/** A closed object beside a reference does not see the fields of what it refers to, and so would forbid them all. */
function openReferences(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if ('$ref' in value && 'additionalProperties' in value) delete value.additionalProperties
  for (const child of Object.values(value)) openReferences(child)
}

function errorsOf(declared: AnyOperation): ErrorResponses {
  const errors = errorResponses(declared)
  if (!mcpSurface.operations.includes(declared)) return errors
  const inline = Object.entries(errors.inline).filter(([status]) => MCP_STATUSES.has(status))
  return { shared: {}, inline: Object.fromEntries(inline) }
}

const SECURITY = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: hk_live_…, hk_test_… or hk_sess_….',
  },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator’s token, ADMIN_TOKEN.' },
} as const

/**
 * zod closes every output object and bounds every integer by what a double can hold. Neither is a promise of ours:
 * replies may gain fields, and the bound is noise.
 */
const plain: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod
  if (io === 'output' && def.type === 'object' && def.catchall === undefined)
    delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function describeOperation(
  declared: AnyOperation,
  errors: ZodOpenApiResponsesObject,
): ZodOpenApiOperationObject {
  const inPath = new Set(pathParams(declared))
  const rest = Object.keys(declared.input.shape).filter((name) => !inPath.has(name))
  const read = isRead(declared)
  const raw = rawInputOf(declared)
  return {
    operationId: declared.id,
    tags: [declared.id.slice(0, declared.id.indexOf('.'))],
    summary: declared.summary,
    description: declared.description,
    security: securityOf(declared),
    ...policyOf(declared),
    requestParams: {
      ...(raw === null ? {} : { header: signedHeaders(raw) }),
      ...(inPath.size === 0 ? {} : { path: pick(declared, [...inPath]) }),
      ...(read && rest.length > 0 ? { query: pick(declared, rest) } : {}),
    },
    parameters: requestHeaderRefs(requestHeaders(declared)),
    ...(read || rest.length === 0 ? {} : { requestBody: bodyOf(declared, rest, inPath) }),
    responses: { ...successes(declared), ...errors },
  }
}

function signedHeaders(raw: RawInput): z.ZodObject {
  return z.object(Object.fromEntries(raw.headers.map((name) => [name, z.string()])))
}

function bodyOf(declared: AnyOperation, names: readonly string[], inPath: ReadonlySet<string>) {
  const raw = rawInputOf(declared)
  if (raw !== null) {
    const schema = { type: 'object' as const, description: raw.description }
    return { required: true, content: { [raw.content_type]: { schema, example: raw.example } } }
  }
  const schema = pick(declared, names).strict()
  const example = Object.fromEntries(
    Object.entries(declared.example.input).filter(([name]) => !inPath.has(name)),
  )
  return {
    required: !schema.safeParse({}).success,
    content: { 'application/json': { schema, example } },
  }
}

function requestHeaders(declared: AnyOperation): RequestHeader[] {
  return [
    'RequestId',
    ...(declared.idempotent === false ? [] : (['IdempotencyKey'] as const)),
    ...(hasTag(declared) ? (['IfNoneMatch'] as const) : []),
  ]
}

/** JSON that a GET answers carries an ETag. */
function hasTag(declared: AnyOperation): boolean {
  const outputs = Object.values(declared.output)
  return methodOf(declared) === 'GET' && outputs.some((schema) => rawContentType(schema) === null)
}

function securityOf(declared: AnyOperation): Record<string, string[]>[] {
  if (declared.scope === 'public') return []
  if (declared.scope === 'operator') return [{ operatorToken: [] }]
  return declared.scope === 'optional' ? [{ apiKey: [] }, {}] : [{ apiKey: [] }]
}

/** What a client cannot see in a schema and has to know before it calls. */
function policyOf(declared: AnyOperation): Record<`x-${string}`, unknown> {
  const paid = declared.scope === 'operator' ? 'operator' : 'paid'
  return {
    'x-scope': declared.scope,
    'x-access': isFree(declared.scope) ? 'free' : paid,
    'x-meter': declared.meter,
    'x-rate-limit-group': declared.rate,
    ...(typeof declared.live === 'object' ? { 'x-not-live': true } : {}),
  }
}

function successes(declared: AnyOperation): ZodOpenApiResponsesObject {
  const headers: ResponseHeader[] = [
    'RequestId',
    ...(declared.rate === null ? [] : (['RateLimitLimit', 'RateLimitRemaining'] as const)),
    ...(declared.idempotent === false ? [] : (['IdempotentReplayed'] as const)),
    ...(hasTag(declared) ? (['ETag'] as const) : []),
  ]
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, schema] of Object.entries(declared.output)) {
    responses[status as '200'] = {
      description: schema.description ?? declared.summary,
      headers: headerRefs(headers),
      ...(status === '204' ? {} : { content: contentOf(declared, schema) }),
    }
  }
  if (hasTag(declared))
    responses['304'] = {
      description: 'The body is the one you have.',
      headers: headerRefs(['RequestId', 'ETag']),
    }
  return responses
}

function contentOf(declared: AnyOperation, schema: z.ZodType): ZodOpenApiContentObject {
  const raw = rawContentType(schema)
  // A reply of several shapes has one example, which goes with the shape that it fits.
  const fitting = schema.safeParse(declared.example.output)
  const example = fitting.success ? { example: fitting.data } : {}
  const either = eitherOf(schema)
  if (either !== null) {
    const { json, content_type } = either
    return {
      'application/json': { schema: json, ...example },
      [content_type]: { schema: { type: 'string' } },
    }
  }
  if (raw === null) return { 'application/json': { schema, ...example } }
  return {
    [raw]: {
      schema: { type: 'string' },
      ...(typeof declared.example.output === 'string' ? { example: declared.example.output } : {}),
    },
  }
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
