export interface Sentence {
  /** Code units of the text it was cut from. */
  start: number
  end: number
}

// A full stop ends a sentence before a space; CJK stops need none. Line breaks end one too: lists and headings.
// Runs are bounded, so that a page of dots is not tried from every dot.
const STOP = /[.!?…]{1,8}["'”’»)\]*_]{0,8}(?=\s|$)|[。！？；]+[」』”）]{0,8}|\n+|[;·](?=\s)/gu
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|inc|ltd|corp|co|mr|mrs|ms|dr|st|no|approx|bzw|z\.\s?b|d\.\s?h|ca|usw|nr|sr|sra|p\.\s?ej|т\.\s?д|т\.\s?е|др|π\.χ|\p{Lu}|\d{1,2})\.$/iu

/** Cuts a text into sentences. Hand-written, because dictionary sentence breaking is ten times slower. */
export function sentences(text: string): Sentence[] {
  const out: Sentence[] = []
  let start = 0
  const push = (end: number) => {
    if (text.slice(start, end).trim() !== '') out.push({ start, end })
    start = end
  }
  for (const stop of text.matchAll(STOP)) {
    const end = stop.index + stop[0].length
    if (stop[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, end - 10), end))) continue
    push(end)
  }
  push(text.length)
  return out
}

/** The sentence holding a code unit. */
export function sentenceAt(all: readonly Sentence[], index: number): Sentence | undefined {
  let lo = 0
  let hi = all.length - 1
  while (lo <= hi) {
    const mid = (lo + hi) >> 1
    const s = all[mid]
    if (s === undefined) return undefined
    if (index < s.start) hi = mid - 1
    else if (index >= s.end) lo = mid + 1
    else return s
  }
  return undefined
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}]+)*/gu
const ASCII_WORD = /[a-z0-9]+(?:['.-][a-z0-9]+)*/gi

/** Length of a sentence in words; writing without spaces counts characters. */
export function wordCount(text: string): number {
  const pattern = /^[\p{ASCII}]*$/u.test(text) ? ASCII_WORD : WORD
  return text.match(pattern)?.length ?? 0
}
