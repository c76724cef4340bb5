/**
 * Text as the matcher sees it: NFKC, lower case, accents folded on Latin, Greek and Cyrillic only (in Kana a mark
 * makes another sound, in Thai another word). Offsets lead back to the original.
 */
export interface Folded {
  text: string
  /** Code unit in the original text where the folded unit came from. */
  unitAt(index: number): number
  /** The same place counted in code points, which is what the API reports. */
  pointAt(index: number): number
}

const MARKED = /\p{M}/u
const FOLDING_SCRIPT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const NON_ASCII = /[\u0080-\uffff]+/g
// A base with its marks; half-width voicing marks are letters to Unicode but belong to the Kana before them.
const CLUSTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu

// Letters that Unicode does not decompose but a reader without that keyboard writes otherwise.
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '·': '・',
  '\u00ad': '',
  '\u200c': '',
  '\u200d': '',
  '\u2060': '',
  '\ufeff': '',
  '\u200b': ' ',
}

// NFKC would spell these out and glue "TM" or a footnote's number to the name.
const RAISED = /^[™℠®©¹²³⁰⁴-⁹ªº]/u

const folds = new Map<string, string>()

function foldCluster(cluster: string): string {
  const known = folds.get(cluster)
  if (known !== undefined) return known
  let out = RAISED.test(cluster) ? ' ' : cluster.normalize('NFKD')
  out =
    FOLDING_SCRIPT.test(out) || MARKED.test(out.charAt(0)) ? out.replace(/\p{M}/gu, '') : out.normalize('NFC')
  out = Array.from(out.toLowerCase().normalize('NFC'), (c) => LETTERS[c] ?? c).join('')
  // Bounded: the keys come from other people's texts.
  if (folds.size > 20_000) folds.clear()
  folds.set(cluster, out)
  return out
}

/** The folded form alone, for aliases and word lists. */
export function foldText(text: string): string {
  return text.toLowerCase().replace(NON_ASCII, (run) => run.replace(CLUSTER, foldCluster))
}

export function fold(text: string): Folded {
  const at: number[] = [0]
  const unit: number[] = [0]
  const point: number[] = [0]
  let out = ''
  let seen = 0
  let points = 0
  const anchor = (u: number) => {
    at.push(out.length)
    unit.push(u)
    point.push(points)
  }
  for (const run of text.matchAll(NON_ASCII)) {
    // ASCII between the runs maps one to one, so a single anchor stands for all of it.
    if (run.index > seen) {
      out += text.slice(seen, run.index).toLowerCase()
      points += run.index - seen
    }
    let u = run.index
    for (const [cluster] of run[0].matchAll(CLUSTER)) {
      anchor(u)
      out += foldCluster(cluster)
      u += cluster.length
      for (const _ of cluster) points += 1
    }
    seen = u
    anchor(u)
  }
  out += text.slice(seen).toLowerCase()
  return { text: out, unitAt: (i) => locate(at, unit, i), pointAt: (i) => locate(at, point, i) }
}

// The last anchor at or before the index. A cluster may fold to more units than it had ("ß" → "ss"), so the answer
// never runs past the next anchor.
function locate(at: readonly number[], base: readonly number[], index: number): number {
  let lo = 0
  let hi = at.length - 1
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1
    if ((at[mid] ?? 0) <= index) lo = mid
    else hi = mid - 1
  }
  const raw = (base[lo] ?? 0) + index - (at[lo] ?? 0)
  return Math.min(raw, base[lo + 1] ?? raw)
}
