/** Content negotiation by the Accept header (RFC 9110, 12.5.1). Pure. */

type Preference = { range: string; quality: number; order: number }

function preferencesOf(accept: string): Preference[] {
  return accept.split(',').flatMap((part, order) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (!/^[^\s/]+\/[^\s/]+$/.test(range)) return []
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const quality =
      given === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given) ? Number(given) : 0
    return [{ range, quality, order }]
  })
}

/** 2: the very type, 1: its family, 0: anything, null: not this. */
function specificity(range: string, type: string): number | null {
  if (range === type) return 2
  if (range === '*/*') return 0
  return range === `${type.slice(0, type.indexOf('/'))}/*` ? 1 : null
}

/**
 * Which of the offered types the caller likes best. Of equal quality the one that is named more exactly counts, then
 * the one that is named first, then the one that is offered first, which is also the answer when nothing fits.
 */
export function negotiate<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const preferences = preferencesOf(accept ?? '*/*')
  const liked = offered.flatMap((type) => {
    const matches = preferences.flatMap(({ range, quality, order }) => {
      const exact = specificity(range, type)
      return exact === null ? [] : [{ type, quality, order, exact }]
    })
    // The most exact range decides about a type, even when a wider one likes it better.
    const [best] = matches.sort((a, b) => b.exact - a.exact || b.quality - a.quality)
    return best === undefined || best.quality === 0 ? [] : [best]
  })
  const [first] = liked.sort((a, b) => b.quality - a.quality || b.exact - a.exact || a.order - b.order)
  return first?.type ?? offered[0]
}
