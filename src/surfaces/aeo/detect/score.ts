import { compileDetector, type Detector } from './detector.ts'
import type { GoldText, Span } from './gold/index.ts'

export interface Score {
  texts: number
  labelled: number
  found: number
  correct: number
  precision: number | null
  recall: number | null
}

export interface Miss {
  id: string
  kind: 'missed' | 'invented'
  entity: string
  surface: string
}

const keyOf = (span: Span) => `${span.entity}:${span.start}:${span.end}`

const surfaceOf = (text: string, span: Span) => Array.from(text).slice(span.start, span.end).join('')

/** A span counts only when entity, start and end are all as labelled. */
export function scoreDetector(gold: readonly GoldText[]): { score: Score; misses: Miss[] } {
  const detectors = new Map<string, Detector>()
  const misses: Miss[] = []
  let labelled = 0
  let found = 0
  let correct = 0
  for (const { id, text, spans, entities } of gold) {
    const list = entities.map((e) => e.name).join('|')
    const detector = detectors.get(list) ?? compileDetector(entities)
    detectors.set(list, detector)
    const mentions = detector.detect(text)
    const expected = new Set(spans.map(keyOf))
    const seen = new Set(mentions.map(keyOf))
    labelled += spans.length
    found += mentions.length
    for (const m of mentions) {
      if (expected.has(keyOf(m))) correct += 1
      else misses.push({ id, kind: 'invented', entity: m.entity, surface: surfaceOf(text, m) })
    }
    for (const s of spans) {
      if (!seen.has(keyOf(s)))
        misses.push({ id, kind: 'missed', entity: s.entity, surface: surfaceOf(text, s) })
    }
  }
  const score = {
    texts: gold.length,
    labelled,
    found,
    correct,
    precision: found === 0 ? null : correct / found,
    recall: labelled === 0 ? null : correct / labelled,
  }
  return { score, misses }
}
