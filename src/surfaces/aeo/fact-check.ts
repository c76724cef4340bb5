import { foldText } from './detect/normalise.ts'

/** Claims that need a fact behind them, however they are worded around it. */
const CLAIMS =
  /\b(?:best|leading|leader|top|number one|first|only|award|awarded|winning|certified|guarantee[ds]?|guaranteed|cheapest|fastest|largest|trusted|proven|official|free|worldwide|unlimited|exclusive)\b/g
const NUMBER = /\d[\d.,:/]*\d|\d/g
const ADDRESS =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w.+-]+@[\w-]+\.\w+|\b[\w-]+\.(?:com|org|net|io|co|app|dev|de|fr)\b/gi

const bare = (text: string) => text.replace(/[.,;:!?)]+$/, '')

/** Words with a capital inside a sentence: names of something. */
function namesIn(text: string): string[] {
  const found: string[] = []
  for (const match of text.matchAll(/\p{Lu}[\p{L}\p{N}&'’-]*/gu)) {
    const before = text.slice(0, match.index).trimEnd()
    if (before === '' || /[.!?:|–—"“(]$/.test(before)) continue
    found.push(match[0].replace(/['’]s$/, ''))
  }
  return found
}

/**
 * What a text says that the facts do not: figures, addresses, names, claims, and places left for somebody else to
 * fill. A check of particulars, not of meaning: it refuses more than it must and cannot prove that a sentence is true.
 */
export function inventedIn(text: string, facts: readonly string[]): string[] {
  const known = foldText(facts.join('\n'))
  const words = new Set(known.match(/[\p{L}\p{N}]+/gu) ?? [])
  const absent = (piece: string) => !known.includes(foldText(bare(piece)))
  const found = [
    ...(text.match(/\[[^\]]*\]/g) ?? []),
    ...(text.match(ADDRESS) ?? []).filter(absent),
    ...(text.match(NUMBER) ?? []).filter(absent),
    ...namesIn(text).filter((name) =>
      (foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !words.has(word)),
    ),
    ...(foldText(text).match(CLAIMS) ?? []).filter((claim) => !words.has(claim) && absent(claim)),
  ]
  return [...new Set(found.map(bare))]
}
