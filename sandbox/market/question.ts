import { type Brand, domainOf, type Market } from './brands.ts'
import { languageOf } from './languages.ts'
import { type Topic, topicOf } from './topics.ts'

export type Intent = 'recommend' | 'compare' | 'alternatives' | 'about' | 'how_to' | 'price' | 'define'

export type Question = {
  text: string
  topic: Topic
  intent: Intent
  /** Brands the question itself names, in its order. */
  named: readonly Brand[]
  /** Brands put into its market by `sandbox:brands(…)`: known, but not asked about. */
  seeded: readonly Brand[]
  /** The place it is about, or an empty string. */
  place: string
}

const NOT_BRANDS = new Set(
  (
    'i ai crm seo aeo geo hr us usa uk eu b2b b2c saas api vpn ev suv diy faq roi kpi llm gpt ppc cms erp sms ios ' +
    'android english german french spanish january february march april may june july august september october ' +
    'november december monday tuesday wednesday thursday friday saturday sunday google reddit youtube the what which ' +
    'who how where when why is are best top can should does do if my a an and or for in on to with please list give ' +
    'compare recommend tell explain find show name any some good great cheap small large new old our your their this ' +
    'that these those it its they we you he she there here better worst software tool tools app apps company companies ' +
    'brand brands product products service services platform platforms business businesses other similar free online ' +
    'local near under over most more than vs versus alternatives alternative review reviews pricing'
  ).split(' '),
)

/** Reads a question as an answer engine would: what market, what kind of answer, which brands, where. */
export function readQuestion(prompt: string, market: Market, location: string): Question {
  const { text, seeded } = takeSeeded(prompt)
  const named = namesIn(text, market)
  const topic = topicOf(text, withoutNames(text, named))
  return { text, topic, intent: intentOf(text, named.length), named, seeded, place: placeIn(text, location) }
}

/** An invented market must not be called after a brand, or every sentence would mention it. */
function withoutNames(text: string, named: readonly Brand[]): string {
  const lower = text.toLowerCase()
  return named.reduce((rest, brand) => rest.replaceAll(brand.name.toLowerCase(), ' '), lower)
}

function intentOf(text: string, brands: number): Intent {
  const lower = text.toLowerCase()
  if (/\b(alternative|alternatives|competitors?|similar to|instead of|like)\b/.test(lower) && brands > 0)
    return 'alternatives'
  if (/\b(vs\.?|versus|compared?|comparison|difference between|or)\b/.test(lower) && brands > 1)
    return 'compare'
  if (brands > 0) return 'about'
  if (/\b(price|pricing|cost|how much|cheap|affordable|fees?)\b/.test(lower)) return 'price'
  if (/^\s*(how (to|do|can|should)|steps|guide)\b/.test(lower)) return 'how_to'
  if (/^\s*(what is|what are|what's|define|explain|why)\b/.test(lower) && !/\b(best|top|good)\b/.test(lower))
    return 'define'
  return 'recommend'
}

/** `sandbox:brands(Name, Other 0.9)` in a question puts those brands into its market. */
function takeSeeded(prompt: string): { text: string; seeded: Brand[] } {
  const seeded: Brand[] = []
  if (!prompt.includes('sandbox:brands(')) return { text: prompt, seeded }
  const text = prompt.replaceAll(/sandbox:brands\(([^)]*)\)/g, (_all, names: string) => {
    for (const piece of names.split(',')) {
      const match = /^\s*(.+?)(?:\s+([01](?:\.\d+)?))?\s*$/.exec(piece)
      const name = match?.[1]
      if (name === undefined) continue
      seeded.push({ name, domain: domainOf(name), strength: Math.min(Number(match?.[2] ?? 0.6), 1) })
    }
    return ' '
  })
  return { text: text.replaceAll(/\s+/g, ' ').trim(), seeded }
}

function namesIn(text: string, market: Market): Brand[] {
  const found: { at: number; brand: Brand }[] = []
  const lower = text.toLowerCase()
  const take = (name: string, at: number): void => {
    const brand = market.find(name) ?? fullNameOf(name, market)
    if (!found.some((other) => overlaps(other.brand.name, name))) found.push({ at, brand })
  }
  // Names of several words come first: "Acme CRM" is asked about under that name, not as Acme.
  if (languageOf(text) !== 'de')
    for (const { name, at } of capitalisedNames(text)) if (name.includes(' ')) take(name, at)
  for (const name of market.names()) {
    const at = wholeWord(lower, name.toLowerCase())
    if (at >= 0) take(name, at)
  }
  for (const { name, at } of [...unknownNames(text)]) take(name, at)
  return found.sort((a, b) => a.at - b.at).map((entry) => entry.brand)
}

/** "Acme CRM" is Acme's, where Acme is known. */
function fullNameOf(name: string, market: Market): Brand {
  const [first = name] = name.split(' ')
  const known = market.find(first)
  return known === undefined ? { name, domain: domainOf(name), strength: 0.35 } : { ...known, name }
}

/** Names nobody taught: domains, capitalised words inside the sentence, and words around "vs". */
function* unknownNames(text: string): Generator<{ name: string; at: number }> {
  for (const match of text.matchAll(
    /\b([\p{L}\p{N}-]{2,40})\.(?:com|io|co|ai|app|net|org|dev|example)\b/giu,
  )) {
    yield { name: capitalised(match[1] ?? ''), at: match.index }
  }
  // German capitalises every noun, so there a capital letter tells nothing.
  if (languageOf(text) !== 'de') yield* capitalisedNames(text)
  for (const match of text.matchAll(/([\p{L}\p{N}-]+)\s+(?:vs\.?|versus)\s+([\p{L}\p{N}-]+)/giu)) {
    for (const word of [match[1] ?? '', match[2] ?? '']) {
      if (!NOT_BRANDS.has(word.toLowerCase())) yield { name: capitalised(word), at: text.indexOf(word) }
    }
  }
}

function* capitalisedNames(text: string): Generator<{ name: string; at: number }> {
  for (const match of text.matchAll(/(?<=\S\s+|^)(\p{Lu}[\p{L}\p{N}&'-]*(?:\s+\p{Lu}[\p{L}\p{N}&'-]*)*)/gu)) {
    const all = (match[1] ?? '').split(/\s+/)
    const words = nameWithin(all)
    const before = text.slice(0, match.index).trimEnd()
    const isPlace = /\b(in|near|at|around|from)$/i.test(before)
    // The first word of a sentence is capitalised anyway, so alone it says nothing.
    const opens = (before === '' || /[.?!:]$/.test(before)) && words.length === 1 && words[0] === all[0]
    const judged = /'s\b|\s(vs|reviews?|pricing|or)\b/.test(text.slice(match.index, match.index + 60))
    const isName = words.length > 0 && !isPlace && (!opens || judged)
    if (isName) yield { name: words.join(' ').replace(/'s$/, ''), at: match.index }
  }
}

/** Ordinary words before a name and after it fall away, but for letters that go with it: the CRM of "Acme CRM". */
function nameWithin(words: readonly string[]): string[] {
  const isOrdinary = (word: string) => NOT_BRANDS.has(word.toLowerCase())
  const start = words.findIndex((word) => !isOrdinary(word))
  if (start < 0) return []
  const end = words.findLastIndex((word, index) => {
    return index >= start && (!isOrdinary(word) || (index === start + 1 && /^\p{Lu}{2,4}$/u.test(word)))
  })
  return words.slice(start, end + 1)
}

function placeIn(text: string, location: string): string {
  const match = /\b(?:in|near|around)\s+(?:the\s+)?(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)*)/u.exec(text)
  return match?.[1] ?? location.split(',')[0]?.trim() ?? ''
}

function wholeWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + word.length] ?? ' '
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return at
  }
  return -1
}

function overlaps(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  return wholeWord(x, y) >= 0 || wholeWord(y, x) >= 0
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
