import { type Family, json, jsonBody, type Reply, type SandboxRequest, type World } from './family.ts'
import type { TaughtBrand } from './market/brands.ts'
import { TOPIC_IDS } from './market/topics.ts'
import { isObject, list, number, string } from './value.ts'

export const ADMIN_MOUNT = '/_sandbox'

/** The sandbox's own endpoints: what it counted, what it knows, and a clean slate. */
export function admin(world: World, reset: () => void): Family {
  return {
    name: '_sandbox',
    mount: ADMIN_MOUNT,
    plays: 'the sandbox itself',
    platforms: [],
    handle(request) {
      switch (`${request.method} ${request.path}`) {
        case 'GET /stats':
          return json(200, world.ledger.stats())
        case 'POST /reset':
          reset()
          return json(200, { reset: true })
        case 'GET /market':
          return json(200, { brands: world.market.taught(), topics: TOPIC_IDS })
        case 'POST /market':
          return teach(world, request)
        default:
          return json(404, { error: `No such endpoint: ${request.method} ${ADMIN_MOUNT}${request.path}` })
      }
    },
  }
}

function teach(world: World, request: SandboxRequest): Reply {
  const body = jsonBody(request)
  const given = isObject(body) ? list(body.brands) : []
  const brands: TaughtBrand[] = []
  for (const entry of given) {
    const brand = readBrand(entry)
    if (brand === undefined) {
      return json(400, { error: 'Each brand needs a name; strength is a number from 0 to 1.' })
    }
    brands.push(brand)
  }
  if (brands.length === 0) return json(400, { error: 'Send {"brands": [{"name": "…", "strength": 0.5}]}.' })
  for (const brand of brands) world.market.teach(brand)
  return json(200, { brands: world.market.taught() })
}

function readBrand(entry: unknown): TaughtBrand | undefined {
  if (!isObject(entry)) return undefined
  const name = string(entry.name).trim()
  const strength = number(entry.strength)
  const inRange = entry.strength === undefined || (strength !== undefined && strength >= 0 && strength <= 1)
  if (name === '' || !inRange) return undefined
  const domain = string(entry.domain)
  const topics = list(entry.topics).map(string)
  return {
    name,
    ...(domain === '' ? {} : { domain }),
    ...(strength === undefined ? {} : { strength }),
    ...(topics.length === 0 ? {} : { topics }),
  }
}
