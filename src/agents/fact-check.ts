import { functionWords } from './function-words.ts'

const MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu

/** Case, width and accents do not make another word; in Kana and Thai a mark does. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(MARKS, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')

const FUNCTION_WORDS = functionWords(fold)

const PLACEHOLDER = /\[[^\]]*\]/g
const ADDRESS =
  /https?:\/\/[^\s<>"')\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s<>"')\]]*)?/giu
/** A figure with its inner signs is one word: 12 is not 1,200, and a price is not a share. */
const WORD = /\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}]+\p{N}*|[\p{Sc}%‰#+]/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const HANGUL = /\p{Script=Hangul}/u
const PARTICLE =
  /(?:으로|에서|에게|까지|부터|보다|처럼|이나|입니다|합니다|하는|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u

/**
 * Endings that change a word's form and not what it says, one family a line; two words are the same when they differ
 * only in endings of one family. Comparatives ("er", "est") are left out: cheaper is more than cheap.
 */
const ENDINGS = [
  ['', 's', 'es', 'e', 'ed', 'd', 'ing', 'y', 'ies', 'ied', 'ly'],
  ['', 'e', 'en', 'em', 'es', 'n', 's'],
  ['e', 'en', 'et', 't', 'te', 'ten', 'n'],
  ['', 'o', 'a', 'os', 'as', 'e', 'es', 'i', 's', 'x'],
  ['e', 'es', 'ee', 'ees', 'ent', 'ez', 'ons', 'ant'],
  ' а я у ю е и ы о ь й ой ей ом ем ов ев ам ям ами ями ах ях ый ий ая яя ое ее ые ие ого его ому ему ых их ым им ую юю'.split(
    ' ',
  ),
  ' οσ ου ον οι ων ουσ ησ εσ ασ α η ο ε ι'.split(' '),
].map((family) => new Set(family))

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, folded. Writing without spaces is cut by the dictionary, Korean loses its particles. */
function wordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).flatMap((word) => {
    if (UNSPACED.test(word)) return Array.from(words.segment(word), ({ segment }) => segment)
    return HANGUL.test(word) && word.length > 1 ? [word.replace(PARTICLE, '')] : [word]
  })
}

function shared(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** "pauses" and "paused", "plan" and "planned", but not "cheap" and "cheaper". */
function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (/\p{N}/u.test(a) || /\p{N}/u.test(b)) return false
  for (let stem = shared(a, b); stem >= 3; stem--) {
    const [one, other] = [a.slice(stem), b.slice(stem)]
    if (stem === 3 && one.length + other.length > 1) return false
    const doubled = [one, other].map((end) => (end[0] === a[stem - 1] && end.length > 1 ? end.slice(1) : end))
    for (const [x = '', y = ''] of [[one, other], doubled])
      if (ENDINGS.some((family) => family.has(x) && family.has(y))) return true
  }
  return false
}

const bare = (address: string) =>
  fold(address)
    .replace(/^https?:\/\/|\/$/g, '')
    .replace(/^www\./, '')
    .replace(/[.,;:!?)]+$/, '')
    .replace(/\/$/, '')

/** What may be said: every word of the facts, two that stand side by side as one ("e-mail", "email"), and addresses. */
function knownFrom(facts: readonly string[]) {
  const exact = new Set<string>()
  for (const fact of facts) {
    const said = wordsOf(fact)
    for (const [at, word] of said.entries()) exact.add(word).add(`${word}${said[at + 1] ?? ''}`)
  }
  const byStart = Map.groupBy(exact, (word) => word.slice(0, 3))
  const all = fold(facts.join('\n'))
  const addresses = new Set(facts.flatMap((fact) => (fact.match(ADDRESS) ?? []).map(bare)))
  return {
    address: (written: string) => addresses.has(bare(written)),
    word: (word: string) =>
      FUNCTION_WORDS.has(word) ||
      exact.has(word) ||
      (UNSPACED.test(word) && all.includes(word)) ||
      (byStart.get(word.slice(0, 3)) ?? []).some((known) => sameWord(word, known)),
  }
}

/**
 * What a text says that the facts do not, as it is written there. An allow-list: every word that is no grammar must come
 * from the facts, in this or another form of it; addresses must come whole, and a place left for somebody else to fill
 * is never a fact. It cannot tell what the words mean together, so it refuses more than it must.
 */
export function inventedIn(text: string, facts: readonly string[]): string[] {
  const known = knownFrom(facts)
  const found: string[] = []
  const rest = text
    .replace(PLACEHOLDER, (place) => {
      found.push(place)
      return ' '
    })
    .replace(ADDRESS, (address) => {
      if (!known.address(address)) found.push(address.replace(/[.,;:!?)]+$/, ''))
      return ' '
    })
  for (const piece of rest.normalize('NFKC').match(WORD) ?? [])
    if (wordsOf(piece).some((word) => !known.word(word))) found.push(piece)
  return [...new Set(found)]
}
