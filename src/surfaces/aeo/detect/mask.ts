/**
 * Places where a name is an address and not a statement: URLs, link targets, e-mail addresses, hosts standing as a
 * citation label, and fenced code. A brand found only there is cited, not named.
 */
const HOST = '(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}'

const ADDRESS = new RegExp(
  [
    '```[\\s\\S]*?(?:```|$)',
    '~~~[\\s\\S]*?(?:~~~|$)',
    '\\]\\([^)\\s]*(?:\\s+"[^"]*")?\\)',
    `\\[(?:www\\.)?${HOST}\\](?=\\()`,
    '(?:https?|ftp)://[^\\s<>"\'`）】」』，。、]+',
    `\\bwww\\.${HOST}[^\\s<>"'）】]*`,
    `[\\w.+-]+@${HOST}`,
    `\\((?:www\\.)?${HOST}\\)`,
    `\\b${HOST}/[^\\s<>"'）】]*`,
    '<[a-z/!][^>\\n]*>',
  ].join('|'),
  'gi',
)

const HINT = /[`@<[]|:\/\/|www\.|~~~|\w\.\w/i

/** Original code-unit ranges, ascending. */
export function addressRanges(text: string): [number, number][] {
  if (!HINT.test(text)) return []
  return Array.from(text.matchAll(ADDRESS), (m): [number, number] => [m.index, m.index + m[0].length])
}

export function inside(ranges: readonly [number, number][], index: number): boolean {
  let lo = 0
  let hi = ranges.length - 1
  while (lo <= hi) {
    const mid = (lo + hi) >> 1
    const range = ranges[mid]
    if (range === undefined) return false
    if (index < range[0]) hi = mid - 1
    else if (index >= range[1]) lo = mid + 1
    else return true
  }
  return false
}
