import { isObject } from '../value.ts'

/** What a prompt says, as far as a simple reader can tell: named values and the main subject. */
export type Facts = {
  values: ReadonlyMap<string, unknown>
  words: readonly string[]
  subject: string
  /** What it says may be claimed, if it says so: then nothing else is. */
  claims: readonly string[]
  /** Things that are asked for under a key of their own: `{key: "fix_1_title", question: …}`. */
  asked: ReadonlyMap<string, Record<string, unknown>>
  /** Plays a model that does not keep to what it may claim. */
  invents: boolean
}

const EMPTY_WORDS = new Set(
  (
    'the and for with that this from your you are was were will have has not but can all any each one two write ' +
    'create generate return json schema object string array number answer respond only valid following given using ' +
    'based about into should must use please output format text data input instructions system user assistant task ' +
    'true false null type properties required items their them they its our out who what when where which how why ' +
    'more most than then also other some such only very just like make made per via etc between under over never'
  ).split(' '),
)
const SUBJECT_KEYS = ['topic', 'subject', 'keyword', 'query', 'product', 'title', 'brand', 'business', 'name']

/** Values are read from the whole prompt, the subject from the request within it. */
export function readFacts(prompt: string, request: string = prompt): Facts {
  const values = new Map<string, unknown>()
  for (const found of embeddedObjects(prompt)) collect(found, values)
  for (const match of prompt.matchAll(/^\s*[-*]?\s*([A-Za-z][\w ]{1,30}):[ \t]+(\S.{0,200})$/gm)) {
    const key = keyOf(match[1] ?? '')
    if (!values.has(key)) values.set(key, (match[2] ?? '').trim())
  }
  const said = saidIn(request)
  const words = tellingWords(said)
  const claims = textsIn(values.get('facts'))
  const stated = SUBJECT_KEYS.map((key) => values.get(key)).find((value) => typeof value === 'string')
  const subject = typeof stated === 'string' ? stated.slice(0, 80) : (claims[0] ?? subjectIn(said, words))
  return {
    values,
    words,
    subject: subject === '' ? 'the offer' : subject,
    claims,
    asked: askedIn([...values.values()]),
    invents: false,
  }
}

/** The names of fields are the asker's, not part of what is said: only their values are read. */
function saidIn(request: string): string {
  const objects = embeddedObjects(request)
  return objects.length === 0 ? request : objects.flatMap(textsIn).join('. ')
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) && !looksLikeSchema(value) ? Object.values(value).flatMap(textsIn) : []
}

function askedIn(values: readonly unknown[]): Map<string, Record<string, unknown>> {
  const entries = values.flatMap((value) => (Array.isArray(value) ? value.filter(isObject) : []))
  return new Map(entries.flatMap((entry) => (typeof entry.key === 'string' ? [[entry.key, entry]] : [])))
}

/** What follows "about", "on" or "for" is the subject more often than not; else the telling words. */
function subjectIn(request: string, words: readonly string[]): string {
  const match =
    /\b(?:about|on|regarding|for)\s+(?:the |an? )?([a-z][a-z' -]{3,40}?)(?=[.,;:?!\n]| for | in | with | by |$)/i.exec(
      request,
    )
  return match?.[1]?.trim() ?? words.slice(0, 2).join(' ')
}

export function keyOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

/** JSON objects inside the text, outermost only; a schema among them is no fact and is left out. */
export function embeddedObjects(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const end = closing(text, at)
    if (end < 0) continue
    const value = parsed(text.slice(at, end + 1))
    if (value === undefined) continue
    found.push(value)
    at = end
  }
  return found.slice(0, 20)
}

function closing(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function collect(value: Record<string, unknown>, into: Map<string, unknown>): void {
  if (looksLikeSchema(value)) return
  for (const [name, entry] of Object.entries(value)) {
    const key = keyOf(name)
    if (!into.has(key)) into.set(key, entry)
    if (isObject(entry)) collect(entry, into)
  }
}

export function looksLikeSchema(value: Record<string, unknown>): boolean {
  return isObject(value.properties) || (typeof value.type === 'string' && isObject(value.items))
}

function tellingWords(prompt: string): string[] {
  const counts = new Map<string, number>()
  for (const word of prompt.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []) {
    if (!EMPTY_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 24)
    .map(([word]) => word)
}
