import { type Description, resolve, type Schema } from './description.ts'
import { html, type Markup } from './html.ts'

/** Deep enough for every resource we have, and an end for those that contain themselves. */
const MAX_DEPTH = 6

/** What must be sent is worth marking in a request; what may be missing in a reply. */
export type Side = 'request' | 'reply'

/** The fields of an object schema as a list that unfolds. */
export function fieldList(document: Description, raw: Schema, side: Side, depth = 0): Markup {
  const schema = resolve<Schema>(document, raw)
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    field(
      document,
      { name, schema: property, required: schema.required?.includes(name) === true },
      side,
      depth,
    ),
  )
  return html`<ul class="fields">${rows}</ul>`
}

export type Field = { name: string; schema: Schema; required: boolean; description?: string | undefined }

export function field(
  document: Description,
  { name, schema: raw, required, description }: Field,
  side: Side,
  depth = 0,
): Markup {
  const schema = resolve<Schema>(document, raw)
  const inner = depth < MAX_DEPTH ? objectIn(document, schema) : null
  const text = description ?? raw.description ?? schema.description
  const note = side === 'request' ? (required ? 'required' : '') : required ? '' : 'may be absent'
  return html`<li><div class="field"><code class="name">${name}</code> <span class="type">${typeName(document, raw)}</span>${
    note === '' ? '' : html` <span class="${required ? 'required' : 'limit'}">${note}</span>`
  }${limits(schema).map((limit) => html` <span class="limit">${limit}</span>`)}</div>${
    text === undefined ? '' : html`<p>${text}</p>`
  }${values(schema)}${
    inner === null
      ? ''
      : html`<details class="inner"><summary>fields of <code>${name}</code></summary>${fieldList(document, inner, side, depth + 1)}</details>`
  }</li>`
}

/**
 * The object that a field holds: itself, the item of its list, the value of its map, or the non-null alternative.
 * Any JSON value is described by itself, so that the search has to end somewhere.
 */
function objectIn(document: Description, raw: Schema, depth = 0): Schema | null {
  if (depth > MAX_DEPTH) return null
  const schema = resolve<Schema>(document, raw)
  if (schema.properties !== undefined) return Object.keys(schema.properties).length > 0 ? schema : null
  if (schema.items !== undefined) return objectIn(document, schema.items, depth + 1)
  if (typeof schema.additionalProperties === 'object')
    return objectIn(document, schema.additionalProperties, depth + 1)
  for (const variant of schema.anyOf ?? schema.oneOf ?? []) {
    const found = objectIn(document, variant, depth + 1)
    if (found !== null) return found
  }
  return null
}

export function typeName(document: Description, raw: Schema): string {
  const schema = resolve<Schema>(document, raw)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return [...new Set(variants.map((one) => typeName(document, one)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any']
  return types
    .map((type) => (type === 'array' ? `array of ${typeName(document, schema.items ?? {})}` : type))
    .join(' or ')
}

function values(schema: Schema): Markup | '' {
  const listed = schema.enum ?? schema.items?.enum
  if (listed === undefined) return ''
  const shown = listed.slice(0, 16).map((value) => html`<code>${String(value)}</code> `)
  return html`<p class="values">${shown}${listed.length > 16 ? `and ${listed.length - 16} more` : ''}</p>`
}

function limits(schema: Schema): string[] {
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.format ?? '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== '')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `≤ ${most}${unit}`
  return most === undefined ? `≥ ${least}${unit}` : `${least}–${most}${unit}`
}
