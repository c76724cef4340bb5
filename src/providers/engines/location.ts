/** Locations as people write them, and as the vendors want them. */
import type { Location } from '../contract.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every assigned two-letter code by its English name, from the runtime's own data. */
const CODE_BY_NAME = new Map<string, string>()
for (let first = 65; first <= 90; first += 1) {
  for (let second = 65; second <= 90; second += 1) {
    const code = String.fromCharCode(first, second)
    const name = NAMES.of(code)
    if (name !== undefined && name !== code && !CODE_BY_NAME.has(name.toLowerCase())) {
      CODE_BY_NAME.set(name.toLowerCase(), code)
    }
  }
}

export function countryName(code: string): string {
  return NAMES.of(code.toUpperCase()) ?? code
}

/** "Austin, Texas, United States", "Germany" or "de". What is not a country is taken as city, then region. */
export function parseLocation(text: string): Location {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const code =
    last.length === 2 && NAMES.of(last.toUpperCase()) !== last.toUpperCase() ? last.toUpperCase() : undefined
  const country = code ?? CODE_BY_NAME.get(last.toLowerCase())
  const rest = country === undefined ? parts : parts.slice(0, -1)
  const [city, region] = rest
  return {
    ...(country === undefined ? {} : { country }),
    ...(region === undefined ? {} : { region }),
    ...(city === undefined ? {} : { city }),
  }
}

/** The shape that OpenAI, Anthropic, xAI and Meta share. */
export function approximate(location: Location | undefined): {
  user_location?: Location & { type: 'approximate' }
} {
  if (location === undefined || Object.keys(location).length === 0) return {}
  return { user_location: { type: 'approximate', ...location } }
}

/** Narrow to wide, as the search vendors write it. */
export function placeName(location: Location, separator: string): string {
  const country = location.country === undefined ? undefined : countryName(location.country)
  return [location.city, location.region, country].filter((part) => part !== undefined).join(separator)
}
