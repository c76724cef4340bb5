import type { Granted } from '../ask.ts'
import type { World } from '../family.ts'
import { hash, normal, random, unit } from '../random.ts'
import type { Brand } from './brands.ts'
import { compose, type Line } from './compose.ts'
import { type Habits, habitsOf } from './habits.ts'
import { ORDERS } from './phrases.ts'
import { type Question, readQuestion } from './question.ts'
import { retrieve, type Source } from './sources.ts'

/** An answer before any platform's wire format: lines of text, each with the sources it cites. */
export type Answer = {
  searched: boolean
  lines: readonly Line[]
  sources: readonly Source[]
  queries: readonly string[]
  usage: { input: number; output: number; reasoning: number }
}

const HETEROGENEITY = 1.1
const PLATFORM_TASTE = 0.55
const DRIFT = 0.22
const FULL_NAME_SHARE = 0.4

/** Draws the nth answer to a question on a day; undefined when the platform shows none. */
export function drawAnswer(
  world: World,
  granted: Granted,
  location: string,
  maySearch: boolean,
): Answer | undefined {
  const habits = habitsOf(granted.platform)
  const question = readQuestion(granted.prompt, world.market, location)
  const day = world.day()
  // One number stands for the question from here on: it is part of some hundred seeds.
  const stable = [hash(granted.platform, granted.model, question.text.toLowerCase(), granted.context)]
  if (granted.quirk === 'no_answer' || isSilent(habits, stable, day)) return undefined
  const { shown, hidden } = namedBrands(world, question, habits, granted, day)
  const mute = granted.quirk === 'no_citations' || !maySearch
  const searched = !mute && unit('searches', granted.draw, ...stable) < habits.searches
  const sources = searched ? retrieve(question, habits, { shown, hidden }, { stable, day }) : []
  const draw = random('words', granted.draw, ...stable)
  const cited = Math.min(draw.int(...habits.cited), sources.length)
  const worded = compose(question, habits, shown, { cited, total: sources.length }, draw)
  const lines = granted.quirk === 'injection' ? [...worded, ...ordersAsLines()] : worded
  return {
    searched,
    lines,
    sources,
    queries: searched ? fanOuts(question, habits, day, stable) : [],
    usage: usageOf(granted.prompt, lines, sources.length),
  }
}

function ordersAsLines(): Line[] {
  return ORDERS.map((text) => ({ kind: 'paragraph', text, cites: [] }))
}

/** Whether it stays silent is a trait of the question; few questions change sides from day to day. */
function isSilent(habits: Habits, stable: readonly (string | number)[], day: string): boolean {
  if (habits.silent === 0) return false
  return unit('silent', ...stable) < habits.silent + 0.05 * normal('silence', day, ...stable)
}

/**
 * Which brands the answer names. Each has one fixed threshold per question and draw, and only its
 * odds move with the day: tomorrow's answer differs from today's where a brand crosses its threshold.
 */
function namedBrands(
  world: World,
  question: Question,
  habits: Habits,
  granted: Granted,
  day: string,
): { shown: Brand[]; hidden: Brand[] } {
  const asked = question.named
  const askedNames = new Set(asked.map((brand) => brand.name.toLowerCase()))
  const known = [...question.seeded, ...world.market.roster(question.topic)]
  const rest = known.filter((brand) => !askedNames.has(brand.name.toLowerCase()))
  const text = hash(question.text.toLowerCase())
  const seed = [granted.platform, text, granted.draw]
  const scored = rest.map((brand) => {
    const odds = oddsOf(brand, habits, text) + standing(day, granted.platform, brand.name)
    const threshold = unit('threshold', granted.model, granted.context, ...seed, brand.name)
    const noise = normal('rank', ...seed, brand.name)
    return { brand, named: threshold < chanceOf(odds), rank: Math.min(odds, 2) + noise }
  })
  const most = random('most', ...seed).int(...habits.names)
  const room = question.intent === 'about' || question.intent === 'compare' ? 1 : most
  // A certain brand keeps its place when the list is cut, though not the first one.
  const first = (entry: { brand: Brand; rank: number }): number =>
    entry.rank + (entry.brand.strength >= 1 ? 100 : 0)
  const kept = scored.filter((entry) => entry.named).sort((a, b) => first(b) - first(a))
  const chosen = kept.slice(0, room).sort((a, b) => b.rank - a.rank)
  const named = chosen.map((entry) => entry.brand)
  const hidden = rest.filter((brand) => !named.includes(brand))
  return { shown: [...asked, ...named.map((brand) => called(brand, seed))], hidden }
}

/** A brand with a full name goes by it in some answers. */
function called(brand: Brand, seed: readonly (string | number)[]): Brand {
  if (brand.full === undefined || unit('called', ...seed, brand.name) >= FULL_NAME_SHARE) return brand
  return { ...brand, name: brand.full }
}

function oddsOf(brand: Brand, habits: Habits, text: number): number {
  // A taught strength of exactly 0 or 1 is a promise, so no habit or drift may move it.
  if (brand.strength <= 0) return Number.NEGATIVE_INFINITY
  if (brand.strength >= 1) return Number.POSITIVE_INFINITY
  const base = Math.log(brand.strength / (1 - brand.strength))
  return base + habits.generosity + HETEROGENEITY * normal('fit', text, brand.name)
}

const standings = new Map<string, number>()

/** How a platform feels about a brand on a day. Asked for each brand of each answer, hence kept. */
function standing(day: string, platform: string, name: string): number {
  const key = `${day}|${platform}|${name}`
  const known = standings.get(key)
  if (known !== undefined) return known
  const value = PLATFORM_TASTE * normal('taste', platform, name) + DRIFT * driftOf(day, platform, name)
  if (standings.size > 20_000) standings.clear()
  standings.set(key, value)
  return value
}

/** A slow wave between weekly values plus a little daily noise, so that trends look like trends. */
function driftOf(day: string, platform: string, name: string): number {
  const at = Date.parse(`${day}T00:00:00Z`) / 604_800_000
  const week = Math.floor(at)
  const from = normal('week', week, platform, name)
  const to = normal('week', week + 1, platform, name)
  return from + (to - from) * (at - week) + 0.2 * normal('day', day, platform, name)
}

function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

function fanOuts(
  question: Question,
  habits: Habits,
  day: string,
  stable: readonly (string | number)[],
): string[] {
  const draw = random('fanout', day.slice(0, 7), ...stable)
  const year = day.slice(0, 4)
  const noun = question.topic.noun
  const where = question.place === '' ? '' : ` ${question.place}`
  const first = question.text
    .toLowerCase()
    .replaceAll(/[?.!]+$/g, '')
    .slice(0, 90)
  const more = draw.shuffle([
    `best ${noun}${where} ${year}`,
    `${noun} comparison ${year}`,
    `${noun} reviews reddit`,
    `${noun} ${draw.pick(question.topic.traits)}`,
    ...question.named.map((brand) => `${brand.name} reviews ${year}`),
  ])
  return [first, ...more].slice(0, draw.int(...habits.fanOuts))
}

function usageOf(prompt: string, lines: readonly Line[], pages: number): Answer['usage'] {
  const characters = lines.reduce((sum, line) => sum + line.text.length + 2, 0)
  const output = Math.ceil(characters / 4) + 12
  return {
    input: Math.ceil(prompt.length / 4) + 320 + pages * 870,
    output,
    reasoning: Math.ceil(output * 0.8) + pages * 20,
  }
}
