import { answerAsk } from './ask.ts'
import { envelope, failed, head, PRICE, refusals } from './dataforseo-wire.ts'
import type { Reply, World } from './family.ts'
import { drawPlaces, type MapPlace } from './maps.ts'
import { hex } from './random.ts'
import { type Json, number, string } from './value.ts'

/** One point of the map. Like its organic sibling it takes one task, and a coordinate with the zoom as its third part. */
export function mapsTask(world: World, data: Json, key: string): Reply {
  const keyword = string(data.keyword)
  const at = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?)z$/.exec(string(data.location_coordinate))
  const bad = keyword === '' ? 'keyword' : at === null ? 'location_coordinate' : null
  if (bad !== null || at === null)
    return envelope(20000, 'Ok.', [failed(data, 40501, `Invalid Field: '${bad}'.`, 'maps')])
  const context = `${at[0]}|${string(data.language_code)}`
  const ask = { platform: 'maps', family: 'dataforseo', key, model: 'google', prompt: keyword, context }
  return answerAsk(world, ask, refusals, (granted) => {
    const places = drawPlaces(world, granted.prompt, Number(at[1]), Number(at[2]))
    const items = places.slice(0, Math.min(number(data.depth) ?? 20, 100)).map(mapItem)
    const id = `${world.day().slice(5).replace('-', '')}0930-1535-0139-0000-${hex(12, 'map', ...granted.seed)}`
    const result = {
      keyword,
      type: 'maps',
      se_domain: 'google.com',
      language_code: string(data.language_code) || 'en',
      check_url: `https://www.google.com/maps/search/${encodeURIComponent(keyword)}/@${at[1]},${at[2]},${at[3]}z`,
      datetime: `${world.day()} 09:30:00 +00:00`,
      item_types: ['maps_search'],
      se_results_count: 0,
      items_count: items.length,
      items,
    }
    return envelope(20000, 'Ok.', [
      { ...head(data, id, 20000, 'Ok.', 'maps'), cost: PRICE, result_count: 1, result: [result] },
    ])
  })
}

function mapItem(place: MapPlace, index: number): Json {
  const { title, domain, url, place_id, cid, address, phone, category } = place
  return {
    type: 'maps_search',
    rank_group: index + 1,
    rank_absolute: index + 1,
    domain,
    title,
    url,
    rating: { rating_type: 'Max5', value: place.rating, votes_count: place.reviews, rating_max: null },
    place_id,
    cid,
    address,
    phone,
    category,
    latitude: place.lat,
    longitude: place.lng,
    is_claimed: true,
  }
}
