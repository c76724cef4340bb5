import type { Granted } from './ask.ts'
import type { World } from './family.ts'
import { type Answer, drawAnswer } from './market/answer.ts'
import { readQuestion } from './market/question.ts'
import { retrieve, type Source } from './market/sources.ts'

/** A results page of Google before any vendor's form: an overview, or none, and the blue links. */
export type Serp = { overview: Answer | undefined; organic: Source[]; questions: string[] }

const WIDE = {
  names: [3, 6],
  retrieved: [24, 24],
  cited: [0, 0],
  fanOuts: [0, 0],
  searches: 1,
  silent: 0,
  generosity: 0,
} as const

export function drawSerp(world: World, granted: Granted, location: string, depth: number): Serp {
  const overview = drawAnswer(world, granted, location, true)
  const question = readQuestion(granted.prompt, world.market, location)
  const brands = [...question.named, ...world.market.roster(question.topic)]
  const strong = [...brands].sort((a, b) => b.strength - a.strength).slice(0, 14)
  const habits = {
    ...WIDE,
    sources: { own: 6, press: 5, ugc: 2, reference: 0.5, institution: 0.5 },
    styles: ['prose'],
  } as const
  const stable = ['google', question.text.toLowerCase(), granted.context]
  const found = retrieve(question, habits, { shown: strong, hidden: [] }, { stable, day: world.day() })
  const noun = question.topic.noun
  const questions = [
    `What are the best ${noun}?`,
    `How much do ${noun} cost?`,
    `Which ${noun} are best for beginners?`,
  ]
  return { overview, organic: found.slice(0, depth), questions }
}

export function searchUrl(query: string): string {
  return `https://www.google.com/search?q=${encodeURIComponent(query)}&hl=en`
}

export function breadcrumb(source: Source): string {
  const { origin, pathname } = new URL(source.url)
  const steps = pathname.split('/').filter((step) => step !== '')
  return [origin, ...steps.slice(0, 2)].join(' › ')
}
