import type { Random } from '../random.ts'

const CANDIDATES = [
  'example',
  'Example',
  'example-page',
  '2026-03-14',
  '2026-03-14T09:30:00Z',
  '09:30',
  '09:30:00',
  'hello@example.com',
  'https://www.example.com/page',
  '+15550100123',
  '#1a73e8',
  '42',
  '12345',
  '1.0.0',
  'US',
  'en',
  'en-US',
  'USD',
  'example_name',
  '/example',
  '3f2b8c1e-5d4a-4b6f-9c3d-2e1f0a9b8c7d',
  '#Example',
  'A plain sentence about the subject.',
] as const
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SHORTHAND: Record<string, string> = {
  d: DIGITS,
  w: LETTERS + DIGITS,
  s: ' ',
  S: LETTERS,
  D: LETTERS,
  W: '-',
}

/**
 * A string that matches a regular expression: a known specimen where one fits, else one built from
 * the expression's literals, classes, groups and counts. Undefined where it uses more than that.
 */
export function matching(
  pattern: string,
  draw: Random,
  low: number,
  high: number,
  index: number,
): string | undefined {
  const expression = compiled(pattern)
  if (expression === undefined) return undefined
  const fits = (text: string): boolean => expression.test(text) && text.length >= low && text.length <= high
  const specimens = CANDIDATES.filter(fits)
  // A list of unique strings needs more than one specimen, so later items are built instead.
  const specimen = specimens[index]
  if (specimen !== undefined) return specimen
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const built = build(pattern.replace(/^\^/, '').replace(/\$$/, ''), draw)
    if (built !== undefined && fits(built)) return built
  }
  return specimens[0]
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

function build(pattern: string, draw: Random): string | undefined {
  const alternatives = splitTop(pattern)
  let rest = draw.pick(alternatives)
  let out = ''
  while (rest !== '') {
    const atom = readAtom(rest, draw)
    if (atom === undefined) return undefined
    rest = rest.slice(atom.length)
    const count = readCount(rest)
    rest = rest.slice(count.length)
    const times = draw.int(count.min, Math.max(count.min, Math.min(count.max, count.min + 6)))
    for (let index = 0; index < times; index += 1) {
      const piece = atom.make()
      if (piece === undefined) return undefined
      out += piece
    }
  }
  return out
}

type Atom = { length: number; make(): string | undefined }

function readAtom(text: string, draw: Random): Atom | undefined {
  const first = text[0] ?? ''
  if (first === '(') {
    const end = closing(text)
    const inner = text.slice(1, end).replace(/^\?:|^\?<\w+>/, '')
    return end < 0 || inner.startsWith('?') ? undefined : { length: end + 1, make: () => build(inner, draw) }
  }
  if (first === '[') {
    const end = text.indexOf(']', 2)
    const characters = classOf(text.slice(1, end))
    return end < 0 || characters === ''
      ? undefined
      : { length: end + 1, make: () => draw.text(1, characters) }
  }
  if (first === '\\') {
    const code = text[1] ?? ''
    const characters = SHORTHAND[code] ?? code
    return { length: 2, make: () => draw.text(1, characters) }
  }
  if (first === '.') return { length: 1, make: () => draw.text(1, LETTERS) }
  return '*+?{}^$'.includes(first) ? undefined : { length: 1, make: () => first }
}

function classOf(body: string): string {
  if (body.startsWith('^')) {
    const banned = classOf(body.slice(1))
    return [...(LETTERS + DIGITS)].filter((character) => !banned.includes(character)).join('')
  }
  let out = ''
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at] ?? ''
    const to = body[at + 2]
    if (character === '\\') {
      out += SHORTHAND[body[at + 1] ?? ''] ?? body[at + 1] ?? ''
      at += 1
    } else if (body[at + 1] === '-' && to !== undefined) {
      for (let code = character.charCodeAt(0); code <= to.charCodeAt(0); code += 1)
        out += String.fromCharCode(code)
      at += 2
    } else out += character
  }
  return out
}

function readCount(text: string): { min: number; max: number; length: number } {
  const braces = /^\{(\d+)(?:(,)(\d*))?\}\??/.exec(text)
  if (braces !== null) {
    const min = Number(braces[1])
    const max = braces[2] === undefined ? min : braces[3] === '' ? min + 6 : Number(braces[3])
    return { min, max, length: braces[0].length }
  }
  const sign = /^[*+?]\??/.exec(text)?.[0]
  if (sign === undefined) return { min: 1, max: 1, length: 0 }
  const bounds = sign.startsWith('*') ? [0, 6] : sign.startsWith('+') ? [1, 7] : [0, 1]
  return { min: bounds[0] ?? 0, max: bounds[1] ?? 1, length: sign.length }
}

function splitTop(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(' || text[at] === '[') depth += 1
    else if (text[at] === ')' || text[at] === ']') depth -= 1
    else if (text[at] === '|' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function closing(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
