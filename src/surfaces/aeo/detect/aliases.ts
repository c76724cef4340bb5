import { isCommonWord } from './common-words.ts'
import { foldText } from './normalise.ts'
import { writingOf } from './script.ts'

export interface Entity {
  name: string
  aliases?: readonly string[]
  domains?: readonly string[]
  /** Says that the name is an ordinary word even though the built-in list does not know it. */
  generic?: boolean
}

export type AliasKind = 'name' | 'alias' | 'domain' | 'derived'

export interface Alias {
  entity: number
  kind: AliasKind
  /** As the customer wrote it; reported with the mention. */
  written: string
  /** Signs before the first letter, which must stand there too: the dot of ".NET". */
  prefix: string
  pattern: RegExp
  /** First two characters of the folded form: the cheap scan for candidates. */
  lead: string
  length: number
  generic: boolean
}

// Under these suffixes the customer's own label is the one to the left.
const SHARED_HOSTS =
  /^(?:github\.io|gitlab\.io|myshopify\.com|wordpress\.com|blogspot\.com|vercel\.app|netlify\.app|pages\.dev|web\.app|wixsite\.com|webflow\.io|herokuapp\.com|substack\.com|notion\.site|squarespace\.com|weebly\.com)$/
const SECOND_LEVEL = /^(?:co|com|org|net|ac|gov|edu|go|ne|or|gob|gov)$/

/** The label a domain is known by: acme of shop.acme.co.uk. */
export function domainLabel(domain: string): string {
  const labels = foldText(domain.trim())
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/, '')
    .replace(/^www\./, '')
    .split('.')
  const last = labels.at(-1) ?? ''
  const second = labels.at(-2) ?? ''
  const suffix = last.length === 2 && SECOND_LEVEL.test(second) && labels.length > 2 ? 2 : 1
  if (labels.length > 2 && SHARED_HOSTS.test(labels.slice(-2).join('.'))) return labels.at(-3) ?? ''
  return labels.at(-1 - suffix) ?? ''
}

export function bareDomain(domain: string): string {
  return foldText(domain.trim())
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/, '')
    .replace(/^www\./, '')
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const JOINT = "(?: {1,2}|[-_.・'–]| ?[-–] ?)?"
// "Dr. Martens", "Acme & Co. KG": where the name itself has a stop and a space, both may stand or be left out.
const STOP_JOINT = "(?:[.]? {0,2}|[-_・'–])"
const AND = ' ?(?:&|\\+|and|und|et|y|e|и|και) ?'
const SOFT = '[- ]?'

// Cyrillic and Greek names are declined; the endings are a closed list, not an edit distance.
function withEndings(word: string): string {
  if (/^[\u0400-\u04ff]{4,}$/.test(word)) {
    const stem = word.replace(/[аяоеьи]$/, '')
    const endings = 'ами|ями|ого|ому|ом|ем|ов|ев|ей|ой|ою|ах|ях|ам|ям|ью|а|я|у|ю|е|и|ы|о|ь'
    return `${literal(stem)}(?:${literal(word.slice(stem.length)) || ''}|${endings})?`
  }
  const greek = /^([\u0370-\u03ff]{3,}?)(οσ|ησ|ασ|ο|α|η)$/.exec(word)
  if (greek) return `${greek[1]}(?:οσ|ου|ον|οι|ων|ουσ|ησ|ηδεσ|ασ|εσ|ο|α|η|ε)`
  return literal(word)
}

function wordPattern(word: string): string {
  const chars = Array.from(word)
  if (chars.every((c) => writingOf(c) === 'katakana')) return chars.map(literal).join('・?')
  if (chars.length >= 6 && /^[a-z]+$/.test(word)) {
    return chars.map((c, i) => (i >= 2 && i <= chars.length - 2 ? SOFT : '') + literal(c)).join('')
  }
  return withEndings(word)
}

/** Words of an alias with what may stand between them; "DemandIQ" has a seam where the capital starts. */
export function aliasPattern(written: string): string {
  const seamed = written.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1\ue000$2')
  const parts = foldText(seamed)
    .trim()
    // A plus joins two words ("Ernst+Young"); at the end it is part of the name ("C++", "Disney+").
    .split(/(\ue000|[\s\-_.・'–]+|\s*[&]\s*|(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}]))/u)
  let out = ''
  for (const part of parts) {
    if (part === undefined || part === '') continue
    if (part === '\ue000') out += SOFT
    else if (/^\s*[&+]\s*$/.test(part)) out += AND
    else if (/^[\s\-_.・'–]+$/u.test(part)) out += /\.\s/.test(part) ? STOP_JOINT : JOINT
    // "Yahoo!" is often written without its mark; where it stands, it belongs to the name.
    else out += part.endsWith('!') ? `${wordPattern(part.slice(0, -1))}!?` : wordPattern(part)
  }
  return out
}

// Marks of trade are no part of a name: NFKC would spell them out.
const named = (written: string) => written.replace(/[™℠®©]/gu, ' ').trim()
const LEADING = /^[^\p{L}\p{N}]+/u

function alias(entity: number, kind: AliasKind, written: string, generic: boolean): Alias | null {
  const folded = foldText(named(written)).trim()
  if (!/[\p{L}\p{N}]/u.test(folded)) return null
  const source = kind === 'domain' ? literal(folded) : aliasPattern(named(written).replace(LEADING, ''))
  const acronym = /^\p{Lu}{1,4}$/u.test(written.trim())
  return {
    entity,
    kind,
    written,
    prefix: LEADING.exec(folded)?.[0] ?? '',
    pattern: new RegExp(source, 'uy'),
    lead: Array.from(folded.replace(LEADING, ''))
      .slice(0, 2)
      .filter((c) => /[\p{L}\p{N}]/u.test(c))
      .join(''),
    length: folded.length,
    generic:
      kind !== 'domain' && (generic || acronym || /^[a-z0-9]{1,2}$/.test(folded) || isCommonWord(folded)),
  }
}

/**
 * Everything one entity is called. A label taken from a domain needs four characters and must not be an ordinary
 * word: monday.com does not make every Monday a mention.
 */
export function aliasesOf(entity: Entity, index: number): Alias[] {
  const generic = entity.generic === true
  const domains = (entity.domains ?? []).map(bareDomain).filter((d) => d.includes('.'))
  const labels = domains.map(domainLabel).filter((l) => Array.from(l).length >= 4 && !isCommonWord(l))
  const found = [
    alias(index, 'name', entity.name, generic),
    ...(entity.aliases ?? []).map((a) => alias(index, 'alias', a, generic)),
    ...domains.map((d) => alias(index, 'domain', d, false)),
    ...labels.map((l) => alias(index, 'derived', l, false)),
  ]
  const seen = new Set<string>()
  return found.filter((a): a is Alias => {
    if (a === null || seen.has(`${a.prefix}${a.pattern.source}`)) return false
    seen.add(`${a.prefix}${a.pattern.source}`)
    return true
  })
}
