import type { JsonSchema } from './generate-types.ts'

/** The parts of an OpenAPI description that the client is made from. */
export type Media = { schema?: JsonSchema }
export type Response = { content?: Record<string, Media> }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
}
export type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
  'x-access': string
}
export type Document = {
  info: { version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, JsonSchema> } & Record<string, Record<string, unknown> | undefined>
}

export type Listed = { method: string; path: string; operation: Operation }

export function operationsOf(document: Document): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** References stay within the document, two steps below components. */
export function resolve<T extends object>(document: Document, value: T | { $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const [, , kind = '', name = ''] = value.$ref.split('/')
  return document.components[kind]?.[name] as T
}
