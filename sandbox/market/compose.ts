import type { Random } from '../random.ts'
import type { Brand } from './brands.ts'
import type { Habits } from './habits.ts'
import { languageOf, type Phrases, phrasesIn } from './languages.ts'
import { AUDIENCES } from './phrases.ts'
import type { Question } from './question.ts'
import { capital } from './sources.ts'

export type LineKind = 'heading' | 'paragraph' | 'bullet' | 'number' | 'row'

/** One line of an answer in markdown, without citation marks; `cites` indexes the sources. */
export type Line = { kind: LineKind; text: string; cites: readonly number[] }

type Slots = Record<'noun' | 'who' | 'trait' | 'trait2' | 'place' | 'brand', string>

/** Words the answer. Citations are handed out at the end, to lines that state something. */
export function compose(
  question: Question,
  habits: Habits,
  brands: readonly Brand[],
  cites: { cited: number; total: number },
  draw: Random,
): Line[] {
  const slots = slotsFor(question, draw)
  const language = languageOf(question.text)
  const phrases = phrasesIn(language)
  const lines: Line[] = [line('paragraph', fill(draw.pick(phrases.leads(question.intent)), slots))]
  const absent = question.named.length > 0 && draw.chance(0.06) ? question.named[0] : undefined
  const present = brands.filter((brand) => brand !== absent)
  if (absent !== undefined)
    lines.push(line('paragraph', fill(draw.pick(phrases.absent), { ...slots, brand: absent.name })))
  if (present.length === 0) lines.push(line('paragraph', fill(draw.pick(phrases.nobody), slots)))
  const style = styleFor(habits, present.length, language, draw)
  if (style !== 'prose' && language === 'en' && draw.chance(0.4))
    lines.push(line('heading', headingFor(question)))
  lines.push(...bodyFor(style, present, question, { slots, phrases }, draw))
  if (draw.chance(0.6)) lines.push(line('paragraph', fill(draw.pick(phrases.closings), slots)))
  return withCites(lines, cites, draw)
}

function styleFor(habits: Habits, brands: number, language: string, draw: Random): Habits['styles'][number] {
  const style = draw.pick(habits.styles)
  if (brands < 2) return 'prose'
  // Headers of tables are in English only.
  return style === 'table' && language !== 'en' ? 'bullets' : style
}

function bodyFor(
  style: Habits['styles'][number],
  brands: readonly Brand[],
  question: Question,
  words: { slots: Slots; phrases: Phrases },
  draw: Random,
): Line[] {
  const used = new Set<string>()
  // Who was asked about gets two sentences: a question about a brand is rarely answered in one.
  const said = brands.map((brand) => {
    const times = question.named.includes(brand) ? 2 : 1
    const sentences = Array.from({ length: times }, () => sentence(brand, question, { ...words, used }, draw))
    return { brand, text: sentences.join(' ') }
  })
  switch (style) {
    case 'ranked':
      return said.map(({ brand, text }, index) => line('number', `${index + 1}. **${brand.name}**: ${text}`))
    case 'bullets':
      return said.map(({ brand, text }) => line('bullet', `- **${brand.name}**: ${text}`))
    case 'table':
      return [
        line('row', `| ${capital(question.topic.noun)} | Best for | Note |`),
        line('row', '|---|---|---|'),
        ...said.map(({ brand, text }) =>
          line('row', `| ${brand.name} | ${draw.pick(question.topic.traits)} | ${text} |`),
        ),
      ]
    default: {
      // Two sentences a paragraph reads like prose; one a paragraph reads like a list.
      const paragraphs: Line[] = []
      for (let index = 0; index < said.length; index += 2) {
        const pair = said.slice(index, index + 2).map((entry) => entry.text)
        paragraphs.push(line('paragraph', pair.join(' ')))
      }
      return paragraphs
    }
  }
}

function sentence(
  brand: Brand,
  question: Question,
  { slots, phrases, used }: { slots: Slots; phrases: Phrases; used: Set<string> },
  draw: Random,
): string {
  const mood = draw.next()
  const { positive, neutral, negative } = phrases.said
  const fitting = mood < 0.56 ? positive : mood < 0.88 ? neutral : negative
  const fresh = fitting.filter((phrase) => !used.has(phrase))
  const phrase = draw.pick(fresh.length > 0 ? fresh : fitting)
  used.add(phrase)
  const trait = draw.pick(question.topic.traits)
  const others = question.topic.traits.filter((other) => other !== trait)
  return fill(phrase, { ...slots, brand: brand.name, trait, trait2: draw.pick(others) })
}

function slotsFor(question: Question, draw: Random): Slots {
  const audiences = AUDIENCES[question.topic.kind] ?? ['most people']
  const stated = /\bfor ((?:an? |the )?[a-z][a-z -]{3,40}?)(?=[?.,!]|$| in | with | under )/.exec(
    question.text,
  )?.[1]
  const [trait = 'price', trait2 = 'quality'] = draw.shuffle(question.topic.traits)
  const where = question.place !== '' && ['local', 'place'].includes(question.topic.kind)
  const noun = where ? `${question.topic.noun} in ${question.place}` : question.topic.noun
  return { noun, who: stated ?? draw.pick(audiences), trait, trait2, place: question.place, brand: '' }
}

function headingFor(question: Question): string {
  return `### ${capital(question.topic.noun)} at a glance`
}

/** Spreads the cited sources over the lines that can carry one; some lines carry two. */
function withCites(lines: readonly Line[], cites: { cited: number; total: number }, draw: Random): Line[] {
  const carriers = lines.map((entry, index) => ({ entry, index })).filter(({ entry }) => carries(entry))
  const marks = new Map<number, number[]>()
  const chosen = draw
    .shuffle(Array.from({ length: cites.total }, (_none, index) => index))
    .slice(0, cites.cited)
  chosen.sort((a, b) => a - b)
  chosen.forEach((sourceIndex, order) => {
    const carrier = carriers[order % Math.max(carriers.length, 1)]
    if (carrier === undefined) return
    marks.set(carrier.index, [...(marks.get(carrier.index) ?? []), sourceIndex])
  })
  return lines.map((entry, index) => ({ ...entry, cites: marks.get(index) ?? [] }))
}

function carries(entry: Line): boolean {
  return entry.kind !== 'heading' && entry.kind !== 'row'
}

function line(kind: LineKind, text: string): Line {
  return { kind, text, cites: [] }
}

function fill(phrase: string, slots: Slots): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (whole, name: string) => slots[name as keyof Slots] ?? whole)
}
