/** Place names as the search vendors list them: narrow to wide, the country in full. */
import { countryName, parseLocation } from '../engines/location.ts'

/** "Austin, TX, us" → ["Austin", "TX", "United States"]. */
function parts(location: string): string[] {
  const given = location
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const { country } = parseLocation(location)
  return country === undefined ? given : [...given.slice(0, -1), countryName(country)]
}

export function locationName(location: string, separator: string): string {
  return parts(location).join(separator)
}

/** Two lower-case letters; null when the text names no country. */
export function countryOf(location: string): string | null {
  return parseLocation(location).country?.toLowerCase() ?? null
}

export function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').toLowerCase()
}
