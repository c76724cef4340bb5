/** What kind of writing a character belongs to decides where a word may end. */
export type Writing = 'none' | 'alphabetic' | 'han' | 'hiragana' | 'katakana' | 'hangul' | 'southeast'

const PATTERNS: [Writing, RegExp][] = [
  ['han', /\p{Script=Han}/u],
  ['katakana', /[\p{Script=Katakana}ー]/u],
  ['hiragana', /\p{Script=Hiragana}/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['southeast', /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  ['alphabetic', /[\p{L}\p{N}\p{M}_]/u],
]

const writings = new Map<string, Writing>()

export function writingOf(char: string | undefined): Writing {
  if (char === undefined || char === '') return 'none'
  const known = writings.get(char)
  if (known !== undefined) return known
  const found = PATTERNS.find(([, pattern]) => pattern.test(char))?.[0] ?? 'none'
  if (writings.size > 20_000) writings.clear()
  writings.set(char, found)
  return found
}

const before = (text: string, index: number) => {
  const low = text.charCodeAt(index - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(index - 2, index) : text.charAt(index - 1)
}

const after = (text: string, index: number) => {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const WINDOW = 24

// One-syllable function words that the dictionary sometimes glues to an unknown name (在京|东 for 在|京东).
const HAN_GLUE = new Set(
  '在和与用买選选到去从從把被比是有对對给給让讓像及或的了等跟向为為以由请請若如而且就也都于於我你他',
)

/**
 * Han, Kana and Thai have no spaces, so a dictionary segmentation of the surroundings decides whether the hit is a
 * word or a piece of another one (ไลน์ in ออนไลน์, 小米 in 小米粥). Names the dictionary does not know fall apart into
 * short pieces; only a piece that crosses the hit's edge speaks against it.
 */
function crossesWord(text: string, start: number, end: number, writing: Writing): boolean {
  const from = Math.max(0, start - WINDOW)
  const length = Array.from(text.slice(start, end)).length
  for (const { segment, index } of words.segment(text.slice(from, end + WINDOW))) {
    const s = from + index
    const e = s + segment.length
    if (e <= start) continue
    if (s >= end) break
    const left = s < start
    const right = e > end
    if (!left && !right) continue
    if (s <= start && e >= end) return true
    if (writing === 'southeast') return length < 5
    if (length >= 3) continue
    const outside = left ? text.slice(s, start) : text.slice(end, e)
    if (Array.from(outside).every((c) => HAN_GLUE.has(c) || writingOf(c) === 'hiragana')) continue
    return true
  }
  return false
}

// Korean particles are written onto the name.
const PARTICLE =
  /^(?:은|는|이|가|을|를|의|에|에서|에게|께|한테|로|으로|와|과|도|만|까지|부터|보다|처럼|이나|나|이란|란|라는|이라는|입니다|이다|이며|며|이고|고|랑|하고)(?:는|도|만|의)?(?!\p{Script=Hangul})/u

function openLeft(text: string, start: number): boolean {
  const edge = writingOf(after(text, start))
  // An underscore belongs to an identifier when a letter stands beyond it, else to Markdown.
  if (text[start - 1] === '_') return writingOf(before(text, start - 1)) === 'none'
  const neighbour = writingOf(before(text, start))
  if (neighbour === 'none')
    return !(text[start - 1] === '.' && writingOf(before(text, start - 1)) === 'alphabetic')
  if (edge === 'alphabetic' || edge === 'katakana' || edge === 'hangul') return neighbour !== edge
  return true
}

function openRight(text: string, end: number): boolean {
  const edge = writingOf(before(text, end))
  const next = after(text, end)
  if (next === '_') return writingOf(after(text, end + 1)) === 'none'
  const neighbour = writingOf(next)
  if (neighbour === 'none') return true
  if (edge === 'hangul' && neighbour === 'hangul') return PARTICLE.test(text.slice(end, end + 8))
  if (edge === 'alphabetic' || edge === 'katakana') return neighbour !== edge
  return true
}

/** Whether [start, end) of the folded text stands as complete words. */
export function standsAlone(text: string, start: number, end: number): boolean {
  if (!openLeft(text, start) || !openRight(text, end)) return false
  const edges = [writingOf(after(text, start)), writingOf(before(text, end))]
  const writing = edges.find((w) => w === 'han' || w === 'hiragana' || w === 'southeast')
  return writing === undefined || !crossesWord(text, start, end, writing)
}
