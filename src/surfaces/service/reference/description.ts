/** The parts of an OpenAPI description that the pages show. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export type Media = {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}

export type Response = {
  description: string
  content?: Record<string, Media>
  headers?: Record<string, unknown>
}

export type Described = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  'x-scope': string
  'x-access': 'free' | 'paid' | 'operator'
  'x-meter': string
  'x-rate-limit-group': string | null
  'x-not-live'?: boolean
}

export type Description = {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: Record<string, Record<string, unknown>>
}

/** The description is our own generator's, checked by a linter and by tests, so its shape is known. */
export function asDescription(document: unknown): Description {
  return document as Description
}

export function resolve<T>(document: Description, value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as T
  const [, , kind = '', name = ''] = String(value.$ref).split('/')
  return document.components[kind]?.[name] as T
}

export type Listed = { method: string; path: string; operation: Described }

export function operationsOf(document: Description): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
