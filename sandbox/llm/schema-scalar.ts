import { type Random, uuid } from '../random.ts'
import { type Json, number, string } from '../value.ts'
import { slug, wordsFor } from './content.ts'
import { type Facts, keyOf } from './facts.ts'
import { matching } from './pattern.ts'
import type { Place } from './schema.ts'

const USUAL_RANGES: readonly (readonly [RegExp, number, number])[] = [
  [/confidence|probability|ratio|share|rate$/, 0, 1],
  [/score|percent/, 40, 95],
  [/rating|stars/, 3, 5],
  [/priority|rank|position|order/, 1, 5],
  [/year/, 2026, 2027],
  [/price|cost|budget|amount/, 9, 199],
]

export function numberFor(schema: Json, place: Place, draw: Random, whole: boolean): number {
  const [, usualLow, usualHigh] = USUAL_RANGES.find(([pattern]) => pattern.test(keyOf(place.name))) ?? [
    /./,
    1,
    10,
  ]
  const step = number(schema.multipleOf) ?? (whole ? 1 : 0)
  const tiny = step > 0 ? step : 0.001
  const low = lowest(schema, tiny) ?? Math.min(usualLow, highest(schema, tiny) ?? usualLow)
  const high = highest(schema, tiny) ?? Math.max(usualHigh, low)
  // Within the allowed range, stay near the usual one: a price of nine quadrillion helps nobody.
  const from = usualLow >= low && usualLow <= high ? usualLow : low
  const to = usualHigh >= from && usualHigh <= high ? usualHigh : Math.min(high, from + 10)
  const value = from + draw.next() * (to - from)
  if (step === 0) return clamp(Math.round(value * 100) / 100, low, high)
  const stepped = Math.round(value / step) * step
  if (stepped < low) return tidy(Math.ceil(low / step) * step)
  return tidy(stepped > high ? Math.floor(high / step) * step : stepped)
}

function lowest(schema: Json, tiny: number): number | undefined {
  const least = number(schema.minimum)
  const above = number(schema.exclusiveMinimum)
  if (above === undefined) return least
  return Math.max(above + tiny, least ?? Number.NEGATIVE_INFINITY)
}

function highest(schema: Json, tiny: number): number | undefined {
  const greatest = number(schema.maximum)
  const below = number(schema.exclusiveMaximum)
  if (below === undefined) return greatest
  return Math.min(below - tiny, greatest ?? Number.POSITIVE_INFINITY)
}

export function stringFor(schema: Json, place: Place, facts: Facts, draw: Random): string {
  const low = Math.max(number(schema.minLength) ?? 0, 0)
  const high = number(schema.maxLength) ?? Number.POSITIVE_INFINITY
  const pattern = string(schema.pattern)
  const formatted = byFormat(string(schema.format), facts, draw, place)
  if (formatted !== undefined && (pattern === '' || new RegExp(pattern, 'u').test(formatted)))
    return formatted
  if (pattern !== '') {
    const words = fitted(wordsFor(place.name, facts, draw, place.index), low, high)
    if (new RegExp(pattern, 'u').test(words)) return words
    const built = matching(pattern, draw, low, high, place.index)
    if (built !== undefined) return built
  }
  return fitted(wordsFor(place.name, facts, draw, place.index), low, high)
}

function byFormat(format: string, facts: Facts, draw: Random, place: Place): string | undefined {
  const day = `2026-${two(draw.int(1, 12))}-${two(draw.int(1, 28))}`
  switch (format) {
    case 'date':
      return day
    case 'date-time':
      return `${day}T${two(draw.int(8, 18))}:00:00Z`
    case 'time':
      return `${two(draw.int(8, 18))}:00:00Z`
    case 'duration':
      return `P${draw.int(1, 30)}D`
    case 'uri':
    case 'url':
    case 'iri':
      return `https://www.example.com/${slug(facts.subject)}-${draw.int(1, 999)}`
    case 'email':
      return `${slug(facts.subject).slice(0, 20)}${draw.int(1, 99)}@example.com`
    case 'uuid':
      return uuid('json', facts.subject, place.path)
    case 'hostname':
      return `${slug(facts.subject).slice(0, 30)}.example.com`
    case 'ipv4':
      return `192.0.2.${draw.int(1, 254)}`
    case 'ipv6':
      return `2001:db8::${draw.int(1, 9999)}`
    default:
      return undefined
  }
}

/** Cuts at a word where possible, since a limit is usually what a platform displays. */
function fitted(text: string, low: number, high: number): string {
  let out = text
  while (out.length < low) out = `${out} ${text}`
  if (out.length <= high) return out
  const cut = out.slice(0, high)
  const word = cut.lastIndexOf(' ')
  const short = word >= Math.max(low, 1) ? cut.slice(0, word) : cut
  return short.trimEnd().length >= low ? short.trimEnd() : cut
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Removes the dust of binary fractions: 0.30000000000000004 is not a multiple of 0.1. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
