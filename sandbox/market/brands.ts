import { normal, unit } from '../random.ts'
import type { Topic } from './topics.ts'

/**
 * A brand in a market. Strength is the chance that an average engine names it, 0 to 1. Some are also known by a full name,
 * "Acme CRM" for Acme, which engines use now and then.
 */
export type Brand = { name: string; domain: string; strength: number; full?: string }

/** What a user teaches the sandbox; without topics the brand is known in every market. */
export type TaughtBrand = { name: string; domain?: string; strength?: number; topics?: string[] }

export type Market = {
  teach(brand: TaughtBrand): void
  taught(): TaughtBrand[]
  forget(): void
  /** All brands known in the market of a topic, each with its strength there. */
  roster(topic: Topic): readonly Brand[]
  /** A known brand of any market by its name, so that a question about it is understood. */
  find(name: string): Brand | undefined
  names(): readonly string[]
}

/** The brands of everyone's examples, in every market: the first three are the documentation's. */
const SAMPLES: readonly (readonly [string, number])[] = [
  ['Acme', 0.42],
  ['Globex', 0.55],
  ['Initech', 0.33],
  ['Umbrella', 0.25],
  ['Hooli', 0.4],
  ['Stark', 0.3],
  ['Wayne', 0.24],
  ['Northwind', 0.36],
  ['Contoso', 0.38],
  ['Fabrikam', 0.28],
  ['Vandelay', 0.18],
  ['Soylent', 0.15],
  ['Pied Piper', 0.2],
  ['Wonka', 0.22],
  ['Tyrell', 0.16],
  ['Cyberdyne', 0.18],
  ['Aperture', 0.2],
  ['Oscorp', 0.15],
]
const ALWAYS_KNOWN = 3
const KNOWN_SHARE = 0.3
const STRONGEST_MEMBER = 0.72
const WEAKEST_MEMBER = 0.16

export function createMarket(): Market {
  const learned = new Map<string, TaughtBrand>()
  // A roster depends on the topic and on what was taught only, and is asked for on every request.
  const rosters = new Map<string, readonly Brand[]>()

  function roster(topic: Topic): readonly Brand[] {
    const known = rosters.get(topic.id)
    if (known !== undefined) return known
    const byName = new Map<string, Brand>()
    for (const brand of [...members(topic), ...samples(topic), ...taughtFor(learned, topic)]) {
      byName.set(brand.name.toLowerCase(), brand)
    }
    const built = [...byName.values()]
    if (rosters.size > 2000) rosters.clear()
    rosters.set(topic.id, built)
    return built
  }

  return {
    teach(brand) {
      learned.set(brand.name.toLowerCase(), brand)
      rosters.clear()
    },
    taught: () => [...learned.values()],
    forget() {
      learned.clear()
      rosters.clear()
    },
    roster,
    find(name) {
      const brand = learned.get(name.toLowerCase())
      if (brand !== undefined) return asBrand(brand)
      const sample = SAMPLES.find(([known]) => known.toLowerCase() === name.toLowerCase())
      return sample === undefined
        ? undefined
        : { name: sample[0], domain: domainOf(sample[0]), strength: sample[1] }
    },
    names: () => [...SAMPLES.map(([name]) => name), ...[...learned.values()].map((brand) => brand.name)],
  }
}

export function domainOf(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return `${letters === '' ? 'brand' : letters}.com`
}

function members(topic: Topic): Brand[] {
  const step = (STRONGEST_MEMBER - WEAKEST_MEMBER) / Math.max(topic.members.length - 1, 1)
  return topic.members.map((name, index) => ({
    name,
    domain: domainOf(name),
    strength: STRONGEST_MEMBER - step * index,
  }))
}

/** The three documentation brands plus some others, stronger here and weaker there. */
function samples(topic: Topic): Brand[] {
  return SAMPLES.filter(
    ([name], index) => index < ALWAYS_KNOWN || unit('knows', topic.id, name) < KNOWN_SHARE,
  ).map(([name, strength], index) => ({
    name,
    domain: domainOf(name),
    strength: bounded(strength + 0.12 * normal('standing', topic.id, name)),
    ...(index < ALWAYS_KNOWN ? { full: `${name} ${trade(topic)}` } : {}),
  }))
}

/** What a market's things are called in one word: CRM, Coffee, Running. */
function trade(topic: Topic): string {
  const [word = 'Group'] = topic.noun.split(/\s+/)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function taughtFor(learned: Map<string, TaughtBrand>, topic: Topic): Brand[] {
  return [...learned.values()]
    .filter((brand) => brand.topics === undefined || brand.topics.includes(topic.id))
    .map(asBrand)
}

function asBrand(brand: TaughtBrand): Brand {
  const strength = Math.min(Math.max(brand.strength ?? 0.5, 0), 1)
  return { name: brand.name, domain: brand.domain ?? domainOf(brand.name), strength }
}

function bounded(strength: number): number {
  return Math.min(Math.max(strength, 0.05), 0.9)
}
