/** The JSON Schema that our descriptions use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Names that mean something else in TypeScript already. */
const TAKEN = new Set([
  'Error',
  'Record',
  'Promise',
  'Date',
  'Map',
  'Set',
  'Api',
  'ErrorCode',
  'Response',
  'Request',
])

export function typeRef(name: string): string {
  const plain = name.replace(/\W/g, '_')
  return TAKEN.has(plain) ? `${plain}Schema` : plain
}

export function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return typeRef(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return union(variants.map((variant) => typeOf(variant, indent)))
  if (schema.allOf !== undefined) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ')
  const types = Array.isArray(schema.type)
    ? schema.type
    : [schema.type ?? (schema.properties ? 'object' : 'any')]
  return union(types.map((type) => plainType(type, schema, indent)))
}

function literal(value: unknown): string {
  return typeof value === 'string' && !/['\\\n]/.test(value) ? `'${value}'` : JSON.stringify(value)
}

function plainType(type: string, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayType(schema, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayType(schema: JsonSchema, indent: string): string {
  if (schema.prefixItems !== undefined) {
    return `[${schema.prefixItems.map((item) => typeOf(item, indent)).join(', ')}]`
  }
  const item = typeOf(schema.items ?? {}, indent)
  return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectType(schema: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) === true ? '' : '?'
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    // Reading an absent field and one that is undefined is the same; so is sending either.
    const type = `${typeOf(property, inner)}${optional === '' ? '' : ' | undefined'}`
    return `${comment(property.description, inner)}${inner}${key}${optional}: ${type}`
  })
  const rest = schema.additionalProperties
  if (rows.length === 0)
    return `{ [key: string]: ${typeof rest === 'object' ? typeOf(rest, indent) : 'unknown'} }`
  const fields = `{\n${rows.join('\n')}\n${indent}}`
  return typeof rest === 'object' && Object.keys(rest).length > 0
    ? `${fields} & Record<string, unknown>`
    : fields
}

function union(parts: readonly string[]): string {
  const unique = [...new Set(parts)]
  return unique.includes('unknown') ? 'unknown' : unique.join(' | ')
}

/** Text from the description can end a comment no more than it can start code. */
export function comment(text: string | undefined, indent = ''): string {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`).join('\n')}\n${indent} */\n`
}
