/** A stream of draws that is the same for the same seed on every machine and in every process. */
export type Random = {
  next(): number
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  text(length: number, alphabet?: string): string
}

type Seed = readonly (string | number)[]

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const HEX = '0123456789abcdef'

/** FNV-1a over the parts, finished with an avalanche so that near-identical texts land far apart. */
export function hash(...parts: Seed): number {
  let state = 0x811c9dc5
  for (const part of parts) {
    const text = typeof part === 'string' ? part : String(part)
    for (let index = 0; index < text.length; index += 1) {
      state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
    }
    // A separator, so that ('ab', 'c') and ('a', 'bc') differ.
    state = Math.imul(state ^ 0x1f, 0x01000193)
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** One number in [0, 1) for the seed: the cheapest deterministic draw. */
export function unit(...parts: Seed): number {
  return hash(...parts) / 4294967296
}

/** A standard normal draw for the seed, by Box–Muller. */
export function normal(...parts: Seed): number {
  const seed = hash(...parts)
  const radius = Math.sqrt(-2 * Math.log(Math.max(unit('radius', seed), 1e-9)))
  return radius * Math.cos(2 * Math.PI * unit('angle', seed))
}

/** Mulberry32: 32 bits of state are plenty for a paragraph of text, and it needs no setup. */
export function random(...parts: Seed): Random {
  let state = hash(...parts)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  function int(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1))
  }
  function pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(next() * list.length)]
    if (chosen === undefined) throw new Error('pick from an empty list')
    return chosen
  }
  function shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: next() }))
    return keyed.sort((a, b) => a.key - b.key).map((entry) => entry.item)
  }
  function text(length: number, alphabet: string = BASE62): string {
    let out = ''
    for (let index = 0; index < length; index += 1) out += alphabet[int(0, alphabet.length - 1)]
    return out
  }
  return { next, int, chance: (probability) => next() < probability, pick, shuffle, text }
}

export function hex(length: number, ...parts: Seed): string {
  return random(...parts).text(length, HEX)
}

export function uuid(...parts: Seed): string {
  const digits = hex(32, ...parts)
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`]
  return [...groups, `a${digits.slice(17, 20)}`, digits.slice(20)].join('-')
}
