import { compareSchemas, type Json, resolve } from './compare-schemas.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What a client cannot go on without noticing: who may call it, and what it is charged. */
const POLICIES = ['operationId', 'x-scope', 'x-access', 'x-meter'] as const

/**
 * What a client of `before` would trip over in `after`, one line each, e.g. `GET /usage: 200.tier: removed`. Anything
 * that only adds is not in the list. The lines are stable, so that a deliberate break is acknowledged by its line.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = []
  for (const [path, item] of Object.entries(record(before.paths))) {
    const next = record(record(after.paths)[path])
    for (const method of METHODS) {
      const old = record(item)[method]
      if (old === undefined) continue
      const name = `${method.toUpperCase()} ${path}`
      const now = next[method]
      if (now === undefined) found.push(`${name}: operation removed`)
      else
        found.push(...compareOperation(before, after, record(old), record(now)).map((at) => `${name}: ${at}`))
    }
  }
  return [...new Set([...found, ...compareEvents(before, after)])]
}

/** An event is read by those who receive it: its body breaks as a response does, and so does a header that goes. */
function compareEvents(before: Json, after: Json): string[] {
  return Object.entries(record(before.webhooks)).flatMap(([name, item]) => {
    const next = record(after.webhooks)[name]
    if (next === undefined) return [`event ${name}: removed`]
    const [old, now] = [record(record(item).post), record(record(next).post)]
    const [headers, kept] = [parametersOf(before, old), parametersOf(after, now)]
    const sides = { before, after, direction: 'response' } as const
    return [
      ...[...headers.keys()].filter((key) => !kept.has(key)).map((key) => `${key}: removed`),
      ...compareContents(sides, 'body', record(old.requestBody), record(now.requestBody)),
    ].map((at) => `event ${name}: ${at}`)
  })
}

function compareOperation(before: Json, after: Json, old: Json, now: Json): string[] {
  return [
    ...POLICIES.filter((policy) => loses(policy, old[policy], now[policy])).map(
      (policy) => `${policy}: ${String(old[policy])} became ${String(now[policy])}`,
    ),
    ...compareParameters(before, after, old, now),
    ...compareBodies(before, after, old, now),
    ...compareResponses(before, after, old, now),
  ]
}

/** Opening a paid operation to free keys, or ceasing to charge for it, breaks nobody. */
function loses(policy: (typeof POLICIES)[number], old: unknown, now: unknown): boolean {
  if (old === now) return false
  if (policy === 'x-access') return now !== 'free'
  return policy !== 'x-meter' || now !== 'none'
}

function compareParameters(before: Json, after: Json, old: Json, now: Json): string[] {
  const olds = parametersOf(before, old)
  const nows = parametersOf(after, now)
  const found: string[] = []
  for (const [key, parameter] of nows) {
    if (parameter.required === true && olds.get(key)?.required !== true) found.push(`${key}: now required`)
  }
  for (const [key, parameter] of olds) {
    const next = nows.get(key)
    if (next === undefined) found.push(`${key}: removed`)
    else {
      const sides = { before, after, direction: 'request' } as const
      found.push(...compareSchemas(sides, key, record(parameter.schema), record(next.schema)))
    }
  }
  return found
}

function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const list = Array.isArray(operation.parameters) ? operation.parameters : []
  return new Map(
    list.map((entry) => {
      const parameter = resolve(document, record(entry))
      return [`${String(parameter.in)} ${String(parameter.name)}`, parameter]
    }),
  )
}

function compareBodies(before: Json, after: Json, old: Json, now: Json): string[] {
  const [was, is] = [record(old.requestBody), record(now.requestBody)]
  if (now.requestBody === undefined) return old.requestBody === undefined ? [] : ['body: removed']
  const found = is.required === true && was.required !== true ? ['body: now required'] : []
  if (old.requestBody === undefined) return found
  const sides = { before, after, direction: 'request' } as const
  return [...found, ...compareContents(sides, 'body', was, is)]
}

function compareResponses(before: Json, after: Json, old: Json, now: Json): string[] {
  const found: string[] = []
  for (const [status, response] of Object.entries(record(old.responses))) {
    if (!status.startsWith('2')) continue
    const next = record(now.responses)[status]
    if (next === undefined) found.push(`${status}: removed`)
    else {
      const sides = { before, after, direction: 'response' } as const
      const [was, is] = [resolve(before, record(response)), resolve(after, record(next))]
      found.push(...compareContents(sides, status, was, is))
    }
  }
  return found
}

function compareContents(
  sides: Parameters<typeof compareSchemas>[0],
  at: string,
  old: Json,
  now: Json,
): string[] {
  return Object.entries(record(old.content)).flatMap(([type, media]) => {
    const next = record(now.content)[type]
    if (next === undefined) return [`${at}: no longer ${type}`]
    return compareSchemas(sides, at, record(record(media).schema), record(record(next).schema))
  })
}

/** Reads a part of a document that may be absent. Descriptions are JSON, so an object here is a record. */
function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
