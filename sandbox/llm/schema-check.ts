import { isObject, type Json, list, number, object, string } from '../value.ts'

/** A small judge of JSON schemas, written apart from the writer so that both cannot err alike. Tests only. */
export function violations(schema: unknown, value: unknown, root: Json = object(schema), at = '$'): string[] {
  if (schema === true || !isObject(schema)) return []
  if (typeof schema.$ref === 'string') return violations(lookUp(root, schema.$ref), value, root, at)
  const found: string[] = []
  const expect = (holds: boolean, rule: string): void => {
    if (!holds) found.push(`${at}: ${rule}`)
  }
  if ('const' in schema) expect(JSON.stringify(schema.const) === JSON.stringify(value), 'const')
  if (Array.isArray(schema.enum))
    expect(
      schema.enum.some((item) => JSON.stringify(item) === JSON.stringify(value)),
      'enum',
    )
  if ('type' in schema)
    expect(
      typesOf(schema).some((type) => isOf(type, value)),
      `type ${typesOf(schema).join('|')}`,
    )
  for (const part of list(schema.allOf)) found.push(...violations(part, value, root, at))
  const passes = (part: unknown): boolean => violations(part, value, root, at).length === 0
  if (Array.isArray(schema.anyOf)) expect(schema.anyOf.some(passes), 'anyOf')
  if (Array.isArray(schema.oneOf)) expect(schema.oneOf.filter(passes).length === 1, 'oneOf')
  if (typeof value === 'string') found.push(...stringRules(schema, value).map((rule) => `${at}: ${rule}`))
  if (typeof value === 'number') found.push(...numberRules(schema, value).map((rule) => `${at}: ${rule}`))
  if (Array.isArray(value)) found.push(...arrayRules(schema, value, root, at))
  if (isObject(value)) found.push(...objectRules(schema, value, root, at))
  return found
}

function typesOf(schema: Json): string[] {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map((type) =>
    string(type).toLowerCase(),
  )
  return schema.nullable === true ? [...types, 'null'] : types
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/,
  uri: /^https?:\/\/\S+$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

function stringRules(schema: Json, value: string): string[] {
  const broken: string[] = []
  if (value.length < (number(schema.minLength) ?? 0)) broken.push('minLength')
  if (value.length > (number(schema.maxLength) ?? Number.POSITIVE_INFINITY)) broken.push('maxLength')
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value))
    broken.push(`pattern ${schema.pattern}`)
  if (FORMATS[string(schema.format)]?.test(value) === false) broken.push(`format ${string(schema.format)}`)
  return broken
}

function numberRules(schema: Json, value: number): string[] {
  const broken: string[] = []
  if (value < (number(schema.minimum) ?? Number.NEGATIVE_INFINITY)) broken.push('minimum')
  if (value > (number(schema.maximum) ?? Number.POSITIVE_INFINITY)) broken.push('maximum')
  if (value <= (number(schema.exclusiveMinimum) ?? Number.NEGATIVE_INFINITY)) broken.push('exclusiveMinimum')
  if (value >= (number(schema.exclusiveMaximum) ?? Number.POSITIVE_INFINITY)) broken.push('exclusiveMaximum')
  const step = number(schema.multipleOf)
  if (step !== undefined && Math.abs(value / step - Math.round(value / step)) > 1e-9)
    broken.push('multipleOf')
  return broken
}

function arrayRules(schema: Json, value: unknown[], root: Json, at: string): string[] {
  const broken: string[] = []
  if (value.length < (number(schema.minItems) ?? 0)) broken.push(`${at}: minItems`)
  if (value.length > (number(schema.maxItems) ?? Number.POSITIVE_INFINITY)) broken.push(`${at}: maxItems`)
  const distinct = new Set(value.map((item) => JSON.stringify(item))).size
  if (schema.uniqueItems === true && distinct < value.length) broken.push(`${at}: uniqueItems`)
  const prefix = list(schema.prefixItems)
  value.forEach((item, index) => {
    broken.push(...violations(prefix[index] ?? schema.items, item, root, `${at}[${index}]`))
  })
  return broken
}

function objectRules(schema: Json, value: Json, root: Json, at: string): string[] {
  const broken: string[] = []
  const properties = object(schema.properties)
  for (const name of list(schema.required).map(string))
    if (!(name in value)) broken.push(`${at}: required ${name}`)
  for (const [name, inner] of Object.entries(value)) {
    if (name in properties) broken.push(...violations(properties[name], inner, root, `${at}.${name}`))
    else if (schema.additionalProperties === false) broken.push(`${at}: additional ${name}`)
    else broken.push(...violations(schema.additionalProperties, inner, root, `${at}.${name}`))
  }
  return broken
}

function lookUp(root: Json, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => object(at)[step], root)
}
