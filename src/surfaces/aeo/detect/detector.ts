import { onlySupposes, saysAbsent } from './absence.ts'
import { type Alias, aliasesOf, type Entity } from './aliases.ts'
import { clauseAround } from './clauses.ts'
import { isOtherWord, type Sense, senseOf } from './generic.ts'
import { fencedRanges, insideAddress, insideFence } from './mask.ts'
import { type Folded, fold, foldText } from './normalise.ts'
import { standsAlone } from './script.ts'
import { type Sentence, sentenceAt, sentences } from './sentences.ts'
import { type Sentiment, sentimentOf } from './sentiment.ts'

/** Stored with every scan: numbers from two versions are compared only after recomputing one of them. */
export const DETECTOR_VERSION = '1.1.0'

export interface Mention {
  entity: string
  /** Code points of the original text, end exclusive. */
  start: number
  end: number
  alias: string
  /** Order of the entity's first mention among the tracked entities, from 1. */
  position: number
  sentiment: Sentiment
}

/** A place where an ordinary word stands like the name and nothing around it decides. */
export interface Undecided {
  entity: string
  start: number
  end: number
}

export interface Detector {
  version: string
  /** Undecided places are no mentions, unless a judge that was shown them accepted them. */
  detect(text: string, accepted?: readonly Undecided[]): Mention[]
  undecided(text: string): Undecided[]
  /** Both at once: the mentions, and the places that might be some. */
  read(text: string): { mentions: Mention[]; undecided: Undecided[] }
  /** Entities whose name occurs at all, whatever is said of them: a question that contains the brand hands it over. */
  contains(text: string): Set<string>
}

interface Hit {
  alias: Alias
  start: number
  end: number
  /** Original code units. */
  from: number
  to: number
}

interface Index {
  scan: RegExp
  byLead: Map<string, Alias[]>
}

const KIND_ORDER = { name: 0, alias: 1, domain: 2, derived: 3 }

function compile(entities: readonly Entity[]): Index | null {
  const aliases = entities.flatMap(aliasesOf)
  const byLead = new Map<string, Alias[]>()
  for (const a of aliases) byLead.set(a.lead, [...(byLead.get(a.lead) ?? []), a])
  for (const list of byLead.values()) {
    list.sort((a, b) => b.length - a.length || KIND_ORDER[a.kind] - KIND_ORDER[b.kind])
  }
  const leads = [...byLead.keys()].filter(Boolean)
  if (leads.length === 0) return null
  // Longest lead first, so that "x" does not hide "xe".
  leads.sort((a, b) => b.length - a.length)
  return { scan: new RegExp(leads.map((l) => l.replace(/[^\p{L}\p{N}]/gu, '')).join('|'), 'gu'), byLead }
}

// A seam the alias itself does not have: a hyphen may join ("Hub-Spot"), a space only between capitals ("Hub Spot").
function seamsHold(alias: Alias, surface: string): boolean {
  if (alias.kind === 'domain' || /[\s\-_.・'’&+–]/u.test(alias.written.trim())) return true
  const pieces = surface.split(/[- ]/)
  if (pieces.length === 1) return true
  if (pieces.length > 2) return false
  return surface.includes('-') || pieces.every((p) => /^[\p{Lu}\p{N}]/u.test(p))
}

const NORDIC_OR_GERMAN =
  /(?:^|\s)(?:der|die|das|und|ist|mit|für|von|den|im|dem|zu|och|är|att|og|er|som|på)\s/iu

// "Acmes Preise": German and the Nordic languages write the genitive without an apostrophe.
function genitive(original: string, text: string, from: number, to: number, end: number): number {
  if (text[end] !== 's' || !/[a-rt-wy]/.test(text[end - 1] ?? '')) return 0
  if (!/\p{Lu}/u.test(original.charAt(from)) || /[\p{L}\p{N}]/u.test(original.charAt(to + 1))) return 0
  return NORDIC_OR_GERMAN.test(original.slice(Math.max(0, from - 120), to + 120)) ? 1 : 0
}

// ".NET" is not the end of "ASP.NET".
const prefixStands = (prefix: string, text: string, start: number) =>
  prefix === '' ||
  (text.startsWith(prefix, Math.max(0, start)) && start >= 0 && !/[\p{L}\p{N}]/u.test(text.charAt(start - 1)))

function hitAt(alias: Alias, folded: Folded, original: string, at: number): Hit | null {
  alias.pattern.lastIndex = at
  const match = alias.pattern.exec(folded.text)
  if (match === null || match[0] === '') return null
  let end = at + match[0].length
  const start = at - alias.prefix.length
  if (!prefixStands(alias.prefix, folded.text, start)) return null
  const from = folded.unitAt(start)
  let to = folded.unitAt(end)
  if (!seamsHold(alias, original.slice(from, to))) return null
  // "acme.io" and "acme.js" are other names than acme; a sentence ends with a space or a capital after the stop.
  if (/^\.[a-z0-9]/.test(original.slice(to, to + 2)) && alias.kind !== 'domain') return null
  const extra = genitive(original, folded.text, from, to, end)
  end += extra
  to += extra
  return standsAlone(folded.text, start, end) ? { alias, start, end, from, to } : null
}

function candidates(index: Index, folded: Folded, original: string): Hit[] {
  const hits: Hit[] = []
  const { scan, byLead } = index
  scan.lastIndex = 0
  for (let lead = scan.exec(folded.text); lead !== null; lead = scan.exec(folded.text)) {
    const at = lead.index
    let best: Hit | null = null
    // A shorter lead may start here too: "x" beside "xe".
    for (const key of lead[0].length > 1 ? [lead[0], lead[0].slice(0, 1)] : [lead[0]]) {
      for (const alias of byLead.get(key) ?? []) {
        const hit = hitAt(alias, folded, original, at)
        if (hit !== null && (best === null || hit.end > best.end)) best = hit
      }
    }
    if (best !== null) hits.push(best)
    scan.lastIndex = best === null ? at + 1 : best.end
  }
  return hits
}

interface Setting {
  hit: Hit
  left: string
  right: string
  sense: Sense
}

// How far a sentence is read on each side of a name: enough for any real one, and a bound for a text without stops.
const REACH = 300

// A mark that belongs to a name ("Yahoo! is …") ends no sentence, unless a capital begins another one.
function sentenceOf(all: readonly Sentence[], original: string, hit: Hit): Sentence {
  const own = sentenceAt(all, hit.from) ?? { start: 0, end: original.length }
  const closed = own.end === hit.to && /[!?.]/.test(original.charAt(hit.to - 1))
  const next = closed ? sentenceAt(all, hit.to) : undefined
  if (next === undefined || !/^\s+\p{Ll}/u.test(original.slice(next.start, next.end))) return own
  return { start: own.start, end: next.end }
}

/** Each hit in its sentence, with the sense of names that are ordinary words. */
function settings(original: string, hits: readonly Hit[]): Setting[] {
  const all = sentences(original)
  const placed = hits.map((hit) => ({ hit, sentence: sentenceOf(all, original, hit) }))
  const properNames = new Map<number, Set<number>>()
  for (const { hit, sentence } of placed) {
    if (hit.alias.generic) continue
    properNames.set(sentence.start, (properNames.get(sentence.start) ?? new Set()).add(hit.alias.entity))
  }
  return placed.map(({ hit, sentence }) => {
    const { written, entity, generic } = hit.alias
    const left = original.slice(Math.max(sentence.start, hit.from - REACH), hit.from)
    const right = original.slice(hit.to, Math.min(sentence.end, hit.to + REACH))
    const surface = original.slice(hit.from, hit.to)
    if (!generic)
      return { hit, left, right, sense: isOtherWord(written, surface, left, right) ? 'thing' : 'company' }
    const company = [...(properNames.get(sentence.start) ?? [])].some((other) => other !== entity)
    return { hit, left, right, sense: senseOf({ written, surface, left, right, company }) }
  })
}

/** Null when the clause only says that nothing is known of the name. */
function judge({ hit, left, right }: Setting, original: string, absent: Set<number>): Sentiment | null {
  const before = foldText(left)
  const name = foldText(original.slice(hit.from, hit.to))
  const whole = before + name + foldText(right)
  const clause = clauseAround(whole, before.length, before.length + name.length)
  if (saysAbsent(clause)) {
    absent.add(hit.alias.entity)
    return null
  }
  return absent.has(hit.alias.entity) && onlySupposes(whole) ? null : sentimentOf(clause)
}

/** Compiled once per list of entities, then run over any number of answers. */
export function compileDetector(entities: readonly Entity[]): Detector {
  const index = compile(entities)
  const nameOf = (hit: Hit) => entities[hit.alias.entity]?.name ?? ''
  const find = (text: string, folded: Folded): Hit[] => {
    if (index === null) return []
    const fences = fencedRanges(text)
    const named = (h: Hit) => !insideFence(fences, h.from) && !insideAddress(text, h.from, h.to)
    return candidates(index, folded, text).filter(named)
  }
  const place = (text: string) => {
    const folded = fold(text)
    const hits = find(text, folded)
    const places = hits.length === 0 ? [] : settings(text, hits).filter((p) => p.sense !== 'thing')
    // One sense per text: where the name was clearly the company once, an undecided place is the company too.
    const sure = new Set(places.filter((p) => p.sense === 'company').map((p) => p.hit.alias.entity))
    return places.map((p) => {
      const span = {
        entity: nameOf(p.hit),
        start: folded.pointAt(p.hit.start),
        end: folded.pointAt(p.hit.end),
      }
      return { ...p, span, decided: sure.has(p.hit.alias.entity) }
    })
  }
  const isAccepted = (accepted: readonly Undecided[], span: Undecided) =>
    accepted.some((a) => a.entity === span.entity && a.start === span.start)
  const mentionsIn = (text: string, places: ReturnType<typeof place>, accepted: readonly Undecided[]) => {
    const absent = new Set<number>()
    const order = new Map<string, number>()
    const mentions: Mention[] = []
    for (const { span, decided, ...setting } of places) {
      if (!decided && !isAccepted(accepted, span)) continue
      const sentiment = judge(setting, text, absent)
      if (sentiment === null) continue
      const position = order.get(span.entity) ?? order.size + 1
      order.set(span.entity, position)
      mentions.push({ ...span, alias: setting.hit.alias.written, position, sentiment })
    }
    return mentions
  }
  const openIn = (places: ReturnType<typeof place>) => places.filter((p) => !p.decided).map((p) => p.span)
  return {
    version: DETECTOR_VERSION,
    contains: (text) => new Set(find(text, fold(text)).map(nameOf)),
    undecided: (text) => openIn(place(text)),
    detect: (text, accepted = []) => mentionsIn(text, place(text), accepted),
    read(text) {
      const places = place(text)
      return { mentions: mentionsIn(text, places, []), undecided: openIn(places) }
    },
  }
}
