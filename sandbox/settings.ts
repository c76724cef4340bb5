import { MISBEHAVIOURS, type Misbehaviour } from './triggers.ts'

/** Milliseconds before a reply, by family or platform name; `default` for the rest. */
export type Latency = Record<string, number>

/** Random but seeded misbehaviour: a share of requests fails in one of the given ways. */
export type Faults = {
  rate: number
  kinds: readonly Misbehaviour[]
  /** Families or platforms concerned; empty means all. */
  platforms: readonly string[]
  seed: number
}

export const NO_FAULTS: Faults = { rate: 0, kinds: [], platforms: [], seed: 1 }
const USUAL: readonly Misbehaviour[] = ['error', 'rate_limit']

/** `50`, or `chatgpt=200,claude=80,default=50`. */
export function readLatency(text: string): Latency {
  const latency: Latency = {}
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue
    const [name, value] = part.includes('=') ? part.split('=') : ['default', part]
    const milliseconds = Number(value)
    if (!Number.isFinite(milliseconds) || milliseconds < 0) throw new Error(`latency not understood: ${part}`)
    latency[name ?? 'default'] = milliseconds
  }
  return latency
}

/** `0.1`, or `0.1:error,timeout`, or `0.1:error@grok,claude`. */
export function readFaults(text: string): Faults {
  if (text.trim() === '') return NO_FAULTS
  const [head = '', platforms = ''] = text.split('@')
  const [rateText = '', kindText = ''] = head.split(':')
  const rate = Number(rateText)
  if (!Number.isFinite(rate) || rate < 0 || rate > 1)
    throw new Error(`fault rate not understood: ${rateText}`)
  const kinds = words(kindText).map((word) => {
    const kind = MISBEHAVIOURS.find((known) => known === word)
    if (kind === undefined) throw new Error(`fault not known: ${word}`)
    return kind
  })
  return { rate, kinds: kinds.length > 0 ? kinds : USUAL, platforms: words(platforms), seed: 1 }
}

export function latencyFor(latency: Latency, names: readonly string[]): number {
  for (const name of names) {
    const milliseconds = latency[name]
    if (milliseconds !== undefined) return milliseconds
  }
  return latency.default ?? 0
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
