import { type AnyOperation, methodOf } from '../kernel/operation.ts'
import { eitherOf, rawContentType } from '../kernel/raw.ts'
import type { Behind } from './operation-tool.ts'
import type { Fields } from './protocol.ts'
import { type JsonSchema, mergeObjects, outline, portable } from './schema.ts'

/** Bytes that a tool's output schema may take in tools/list. */
const OUTPUT_BUDGET = 240

/** Surfaces that hold the tenant's own records only. The others carry what strangers wrote, or reach them. */
const CLOSED_WORLD = new Set([
  'agents',
  'api-keys',
  'calls',
  'contacts',
  'media',
  'plans',
  'tenant',
  'usage',
  'workflows',
])
const TAKES_AWAY = /(^|-)(cancel|close|remove|revoke|rollback|rotate)(-|$)/

export type Described = { name: string; description: string; access: 'free' | 'paid' }

/** A tool's entry in tools/list, from the operations behind it. */
export function describeTool({ name, description, access }: Described, behind: Behind): Fields {
  const operations = [...behind.operations.values()]
  const outputs = operations.every((operation) => jsonOutputs(operation).length > 0)
    ? operations.flatMap(jsonOutputs)
    : []
  return {
    name,
    description,
    inputSchema: inputOf(name, behind),
    ...(outputs.length === 0 ? {} : { outputSchema: outline(outputs, OUTPUT_BUDGET) }),
    annotations: annotationsOf(operations),
    _meta: {
      access,
      ...meterOf(operations),
      ...(operations.every((operation) => isUnbuilt(operation)) ? { not_live: true } : {}),
    },
  }
}

/** Reads change nothing, whatever they cost. */
export function isReadOnly(behind: Behind): boolean {
  return [...behind.operations.values()].every((operation) => methodOf(operation) === 'GET')
}

/** The bodies it can answer with, when all of them are JSON. */
export function jsonOutputs(operation: AnyOperation) {
  const outputs = Object.values(operation.output)
  if (outputs.some((schema) => rawContentType(schema) !== null)) return []
  return outputs.map((schema) => eitherOf(schema)?.json ?? schema)
}

/** The size of a page says all by its name and its bounds, and stands in every tool that lists something. */
function withoutTheObvious(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { limit } = properties
  if (limit?.type !== 'integer' || limit.maximum === undefined) return properties
  const { description: _, ...bounds } = limit
  return { ...properties, limit: bounds }
}

function inputOf(name: string, { pick, operations }: Behind): JsonSchema {
  const all = [...operations.values()]
  const { properties = {}, required = [] } = mergeObjects(all.map((operation) => portable(operation.input)))
  const added: Record<string, JsonSchema> = {}
  if (pick !== null) added[pick] = { type: 'string', enum: [...operations.keys()] }
  const keyed = all.some((operation) => operation.idempotent !== false)
  if (keyed) added.idempotency_key = { type: 'string', description: 'Same key, one effect.' }
  for (const taken of Object.keys(added)) {
    if (taken in properties) throw new Error(`${name}: its operation has a field ${taken} of its own`)
  }
  const { idempotency_key, ...first } = added
  return {
    type: 'object',
    properties: {
      ...first,
      ...withoutTheObvious(properties),
      ...(idempotency_key === undefined ? {} : { idempotency_key }),
    },
    ...(pick === null && required.length === 0
      ? {}
      : { required: pick === null ? required : [pick, ...required] }),
    additionalProperties: false,
  }
}

/** A call that costs something is never marked as a mere read, so that no client approves it unasked. */
function annotationsOf(operations: readonly AnyOperation[]): Record<string, boolean> {
  const methods = operations.map(methodOf)
  const billable = operations.some(({ meter }) => meter !== 'none')
  return {
    readOnlyHint: !billable && methods.every((method) => method === 'GET'),
    destructiveHint:
      methods.some((method) => method !== 'GET' && method !== 'POST') ||
      operations.some(({ id }) => TAKES_AWAY.test(id.slice(id.indexOf('.') + 1))),
    idempotentHint: methods.every((method) => method !== 'POST'),
    openWorldHint: operations.some(({ id }) => !CLOSED_WORLD.has(id.slice(0, id.indexOf('.')))),
  }
}

function meterOf(operations: readonly AnyOperation[]): { meter?: string } {
  const metered = operations.find(({ meter }) => meter !== 'none')
  return metered === undefined ? {} : { meter: metered.meter }
}

function isUnbuilt({ live }: AnyOperation): boolean {
  return typeof live === 'object'
}
