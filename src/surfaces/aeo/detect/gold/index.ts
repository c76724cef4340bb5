import type { Entity } from '../aliases.ts'
import { JA, KO, ZH } from './cjk.ts'
import { DE, FR } from './de-fr.ts'
import { EN } from './en.ts'
import { LONG } from './long.ts'
import { EL, RU, TH } from './other-scripts.ts'
import { ES, IT_PT } from './romance.ts'
import { TRACKED } from './tracked.ts'

export interface Span {
  entity: string
  start: number
  end: number
}

/** Texts in the development part may be looked at while working on the rules; the held-out part is only scored. */
export type Part = 'dev' | 'held_out'

export interface GoldText {
  id: string
  language: string
  part: Part
  entities: Entity[]
  text: string
  spans: Span[]
}

const LABEL = /⟦([a-z]):([^⟧]+)⟧/gu

/** Reads one labelled line; offsets are code points of the text without its labels. */
export function parseGold(line: string): GoldText {
  const [id = '', set = '', ...rest] = line.split(' ')
  const tracked = TRACKED[set]
  if (tracked === undefined) throw new Error(`gold text ${id} names an unknown set ${set}`)
  const labelled = rest.join(' ').replaceAll('⏎', '\n')
  const spans: Span[] = []
  let text = ''
  let seen = 0
  for (const label of labelled.matchAll(LABEL)) {
    const [whole, key = '', surface = ''] = label
    const entity = tracked[key]
    if (entity === undefined) throw new Error(`gold text ${id} labels an unknown entity ${key}`)
    text += labelled.slice(seen, label.index)
    const start = Array.from(text).length
    text += surface
    spans.push({ entity: entity.name, start, end: start + Array.from(surface).length })
    seen = label.index + whole.length
  }
  text += labelled.slice(seen)
  const part = Number(id.split('-')[1]) % 3 === 0 ? 'held_out' : 'dev'
  return { id, language: id.slice(0, 2), part, entities: Object.values(tracked), text, spans }
}

export const GOLD: GoldText[] = [EN, DE, FR, ES, IT_PT, JA, ZH, KO, TH, RU, EL, LONG].flatMap((block) =>
  block
    .split('\n')
    .filter((line) => line !== '')
    .map(parseGold),
)
