import { readFileSync, writeFileSync } from 'node:fs'
import {
  type Document,
  type Listed,
  type Media,
  operationsOf,
  type Parameter,
  resolve,
} from './generate-read.ts'
import { comment, type JsonSchema, typeOf, typeRef } from './generate-types.ts'

export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url)
export const GENERATED_FILE = new URL('./src/api.gen.ts', import.meta.url)

const NOTE = '// Generated from openapi.json by generate.ts: change the operation, then run npm run openapi.'

/** Only what is used is imported, since an unused import is an error. */
function imports(body: string): string {
  const used = ['CallOptions', 'OperationShape', 'PagePromise', 'ServerEvent'].filter((name) =>
    body.includes(name),
  )
  return `import type { ${used.join(', ')} } from './types.ts'\n`
}

/** The typed face of the API and the table that its client is made from. */
export function generate(document: Document): string {
  const groups = Map.groupBy(operationsOf(document), ({ operation }) => groupOf(operation.operationId))
  const names = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  const schemas = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) => `${comment(schema.description)}export type ${typeRef(name)} = ${typeOf(schema)}\n`,
  )
  const codes = [...errorCodes(document)].sort().map((code) => `\n  | '${code}'`)
  const body = [
    `export const API_VERSION = '${document.info.version}'\n`,
    `/** Every code that the API documents. */\nexport type ErrorCode =${codes.join('')}\n`,
    ...schemas,
    `export type Api = {\n${names.map(([name, listed]) => groupType(document, name, listed)).join('\n')}\n}\n`,
    `export const OPERATIONS: { readonly [group: string]: { readonly [method: string]: OperationShape } } = {\n${names
      .map(([name, listed]) => groupTable(document, name, listed))
      .join('\n')}\n}\n`,
  ].join('\n')
  return `${NOTE}\n${imports(body)}\n${body}`
}

function groupOf(operationId: string): string {
  return camel(operationId.slice(0, operationId.indexOf('.')))
}

function methodOf(operationId: string): string {
  return camel(operationId.slice(operationId.indexOf('.') + 1))
}

function camel(name: string): string {
  return name.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function groupType(document: Document, name: string, listed: readonly Listed[]): string {
  const about = document.tags.find((tag) => camel(tag.name) === name)?.description
  return `${comment(about, '  ')}  ${name}: {\n${listed.map((one) => methodType(document, one)).join('\n')}\n  }`
}

function methodType(document: Document, listed: Listed): string {
  const { method, path, operation } = listed
  const about = [
    operation.summary,
    operation.description,
    `${method} ${path}, ${operation['x-access']}`,
  ].join('\n')
  const { fields, required } = inputOf(document, listed)
  const input = fields === '' ? 'input?: Record<string, never>' : `input${required ? '' : '?'}: ${fields}`
  return `${comment(about, '    ')}    ${methodOf(operation.operationId)}(${input}, options?: CallOptions): ${outputOf(document, listed)}`
}

/** Path, query and body in one flat object, as the service itself sees them. */
function inputOf(document: Document, { operation }: Listed): { fields: string; required: boolean } {
  const own = (operation.parameters ?? [])
    .map((parameter) => resolve<Parameter>(document, parameter))
    .filter((parameter) => parameter.in !== 'header')
  const body = operation.requestBody?.content['application/json']?.schema
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    own.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description === undefined ? {} : { description }) },
    ]),
  )
  const needed = own.filter((parameter) => parameter.required === true).map(({ name }) => name)
  const schema: JsonSchema = {
    type: 'object',
    properties: { ...properties, ...body?.properties },
    required: [...needed, ...(body?.required ?? [])],
    additionalProperties: false,
  }
  const empty = Object.keys(schema.properties ?? {}).length === 0
  return { fields: empty ? '' : typeOf(schema, '    '), required: (schema.required ?? []).length > 0 }
}

function successOf(document: Document, { operation }: Listed): [type: string, media: Media] | null {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  if (found === undefined) return null
  return Object.entries(resolve(document, found[1]).content ?? {})[0] ?? null
}

function outputOf(document: Document, listed: Listed): string {
  const success = successOf(document, listed)
  if (success === null) return 'Promise<void>'
  const reading = readingOf(success[0])
  if (reading === 'text') return 'Promise<string>'
  if (reading === 'blob') return 'Promise<Blob>'
  if (reading === 'events') return 'Promise<AsyncIterable<ServerEvent>>'
  const schema = success[1].schema ?? {}
  const items = itemsOf(document, listed)
  if (items === null) return `Promise<${typeOf(schema, '    ')}>`
  const item = resolve(document, schema).properties?.[items]?.items ?? {}
  return `PagePromise<${typeOf(schema, '    ')}, ${typeOf(item, '    ')}>`
}

function readingOf(contentType: string): OperationReading {
  if (/^application\/(?:[\w.+-]+\+)?json/.test(contentType)) return 'json'
  if (contentType.startsWith('text/event-stream')) return 'events'
  return /^text\/|xml/.test(contentType) ? 'text' : 'blob'
}
type OperationReading = 'json' | 'text' | 'blob' | 'events'

/** A list has a next_cursor beside exactly one array: its rows. */
function itemsOf(document: Document, listed: Listed): string | null {
  const success = successOf(document, listed)
  const properties = resolve<JsonSchema>(document, success?.[1].schema ?? {}).properties ?? {}
  const arrays = Object.keys(properties).filter((name) => properties[name]?.type === 'array')
  return 'next_cursor' in properties && arrays.length === 1 ? (arrays[0] ?? null) : null
}

function groupTable(document: Document, name: string, listed: readonly Listed[]): string {
  const rows = listed.map((one) => {
    const { method, path, operation } = one
    const success = successOf(document, one)
    const reading = success === null ? 'json' : readingOf(success[0])
    const items = itemsOf(document, one)
    const keyed = (operation.parameters ?? []).some(
      (parameter) => resolve<Parameter>(document, parameter).name === 'Idempotency-Key',
    )
    const shape = [
      `method: '${method}', path: '${path}'`,
      ...(keyed ? ['idempotent: true'] : []),
      ...(operation.requestBody === undefined ? [] : ['body: true']),
      ...(items === null ? [] : [`items: '${items}'`]),
      ...(reading === 'json' ? [] : [`reading: '${reading}'`]),
    ]
    return `    ${methodOf(operation.operationId)}: { ${shape.join(', ')} },`
  })
  return `  ${name}: {\n${rows.join('\n')}\n  },`
}

function errorCodes(document: Document): Set<string> {
  const codes = new Set<string>()
  for (const { operation } of operationsOf(document)) {
    for (const response of Object.values(operation.responses)) {
      const schema = resolve(document, response).content?.['application/json']?.schema
      for (const code of schema?.properties?.error?.properties?.code?.enum ?? []) codes.add(String(code))
    }
  }
  return codes
}

if (import.meta.main) {
  const document = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as Document
  writeFileSync(GENERATED_FILE, generate(document))
  console.log(`src/api.gen.ts: ${operationsOf(document).length} methods`)
}
