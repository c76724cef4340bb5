/**
 * Places where a name is an address and not a statement: URLs, link targets, e-mail addresses, hosts standing as a
 * citation label, and fenced code. A brand found only there is cited, not named.
 */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}'

const ADDRESS = new RegExp(
  [
    '\\]\\([^)\\s]*\\)?',
    `\\[(?:www\\.)?${HOST}\\](?=\\()`,
    '(?:https?|ftp)://[^\\s<>"\'`）】」』，。、]+',
    `\\bwww\\.${HOST}[^\\s<>"'）】]*`,
    `[\\w.+-]+@${HOST}`,
    `\\((?:www\\.)?${HOST}\\)`,
    `\\b${HOST}/[^\\s<>"'）】]*`,
  ].join('|'),
  'gi',
)

const FENCE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|<[a-z/!][^>\n]{0,300}>/gi
const SPACE = /\s/

/** Code fences and tags, as original code-unit ranges: they hold spaces, so they are found on the whole text. */
export function fencedRanges(text: string): [number, number][] {
  if (!text.includes('```') && !text.includes('~~~') && !text.includes('<')) return []
  return Array.from(text.matchAll(FENCE), (m): [number, number] => [m.index, m.index + m[0].length])
}

/** Looks only at the unbroken run of characters around the hit: most answers hold no address near a name. */
export function insideAddress(text: string, from: number, to: number): boolean {
  let start = from
  while (start > 0 && from - start < 500 && !SPACE.test(text.charAt(start - 1))) start -= 1
  let end = to
  while (end < text.length && end - to < 500 && !SPACE.test(text.charAt(end))) end += 1
  const run = text.slice(start, end)
  if (!/[./@(]/.test(run)) return false
  for (const m of run.matchAll(ADDRESS)) {
    const at = start + m.index
    if (at <= from && from < at + m[0].length) return true
  }
  return false
}

export const insideFence = (ranges: readonly [number, number][], index: number) =>
  ranges.some(([start, end]) => index >= start && index < end)
