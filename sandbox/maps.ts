import type { World } from './family.ts'
import { readQuestion } from './market/question.ts'
import { hash, hex, normal, unit } from './random.ts'

/** A business on the map before any vendor's form. */
export type MapPlace = {
  title: string
  domain: string
  url: string
  place_id: string
  cid: string
  address: string
  phone: string
  category: string
  lat: number
  lng: number
  rating: number
  reviews: number
}

const TILE_DEGREES = 0.04
const BRANCH_SHARE = 0.45
/** How many kilometres away weigh as much as the whole distance between an unknown and a leading brand. */
const REACH_KM = 6
const STREETS = [
  'Main St',
  'Oak Ave',
  'Market St',
  'Church Rd',
  'Station Rd',
  'Park Ln',
  'High St',
  '2nd Ave',
]

/**
 * What Google Maps would list around a point. Branches stand at fixed places, so that the ranks of neighbouring
 * points differ by distance alone, as on a real map.
 */
export function drawPlaces(world: World, keyword: string, lat: number, lng: number): MapPlace[] {
  const { topic } = readQuestion(keyword, world.market, '')
  const brands = world.market.roster(topic)
  const row = Math.floor(lat / TILE_DEGREES)
  const column = Math.floor(lng / TILE_DEGREES)
  const scored: { place: MapPlace; score: number }[] = []
  for (const step of [-1, 0, 1]) {
    for (const side of [-1, 0, 1]) {
      for (const brand of brands) {
        const seed = [brand.name, row + step, column + side]
        if (unit('branch', ...seed) >= BRANCH_SHARE * (0.5 + brand.strength)) continue
        const place = branch(brand, topic.noun, row + step, column + side)
        const away = kilometres(lat, lng, place.lat, place.lng)
        const drift = 0.06 * normal('map', world.day(), ...seed)
        scored.push({ place, score: brand.strength + drift - away / REACH_KM })
      }
    }
  }
  return scored.sort((a, b) => b.score - a.score).map(({ place }) => place)
}

function branch(
  brand: { name: string; domain: string },
  noun: string,
  row: number,
  column: number,
): MapPlace {
  const seed = [brand.name, row, column]
  const street = STREETS[hash('street', ...seed) % STREETS.length] ?? 'Main St'
  const number = 1 + (hash('number', ...seed) % 400)
  return {
    title: brand.name,
    domain: brand.domain,
    url: `https://${brand.domain}/locations/${hex(6, 'slug', ...seed)}`,
    place_id: `ChIJ${hex(23, 'place', ...seed)}`,
    cid: String(10_000_000_000 + hash('cid', ...seed)),
    address: `${number} ${street}`,
    phone: `+1555${String(hash('phone', ...seed) % 10_000_000).padStart(7, '0')}`,
    category: noun,
    lat: round((row + unit('lat', ...seed)) * TILE_DEGREES),
    lng: round((column + unit('lng', ...seed)) * TILE_DEGREES),
    rating: Math.round((3.4 + 1.5 * unit('rating', ...seed)) * 10) / 10,
    reviews: 5 + (hash('reviews', ...seed) % 900),
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function kilometres(lat: number, lng: number, toLat: number, toLng: number): number {
  const north = (toLat - lat) * 110.57
  const east = (toLng - lng) * 111.32 * Math.cos((lat * Math.PI) / 180)
  return Math.hypot(north, east)
}
