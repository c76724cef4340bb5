import { hash, random } from '../random.ts'
import { BUSINESS } from './topics-business.ts'
import { CONSUMER } from './topics-consumer.ts'

export type Kind = 'software' | 'product' | 'service' | 'finance' | 'place' | 'local'

export type Topic = {
  id: string
  noun: string
  kind: Kind
  forum: string
  institution: string
  members: readonly string[]
  traits: readonly string[]
  press: readonly string[]
}

type Entry = Topic & { words: readonly string[] }

/** Who writes about a kind of market: real titles, since sources are classified by their domains. */
const PRESS: Record<Kind, readonly string[]> = {
  software: ['techradar.com', 'pcmag.com', 'g2.com', 'capterra.com', 'zapier.com', 'forbes.com', 'zdnet.com'],
  product: [
    'wired.com',
    'nytimes.com',
    'consumerreports.org',
    'theverge.com',
    'goodhousekeeping.com',
    'forbes.com',
  ],
  service: [
    'forbes.com',
    'clutch.co',
    'trustpilot.com',
    'businessinsider.com',
    'inc.com',
    'entrepreneur.com',
  ],
  finance: [
    'nerdwallet.com',
    'bankrate.com',
    'forbes.com',
    'investopedia.com',
    'cnbc.com',
    'businessinsider.com',
  ],
  place: ['tripadvisor.com', 'cntraveler.com', 'timeout.com', 'lonelyplanet.com', 'theguardian.com'],
  local: ['yelp.com', 'timeout.com', 'tripadvisor.com', 'angi.com', 'expertise.com', 'bbb.org'],
}

const ENTRIES: readonly Entry[] = `${BUSINESS}\n${CONSUMER}`
  .split(/\n\s*\n/)
  .map((record) => record.trim())
  .filter((record) => record !== '')
  .map(readRecord)

/** Longest first, so that the first hit wins. */
const NEEDLES: readonly { needle: string; topic: Topic }[] = ENTRIES.flatMap(({ words, ...topic }) =>
  words.map((word) => ({ needle: needleOf(word), topic })),
).sort((a, b) => b.needle.trim().length - a.needle.trim().length)

/** Short words stand alone, or "every" would be about EVs; scripts without spaces need none. */
function needleOf(word: string): string {
  if (/[\u3040-\u30ff]/.test(word)) return word
  return word.length <= 4 ? ` ${word} ` : ` ${word}`
}

export const TOPIC_IDS: readonly string[] = ENTRIES.map((entry) => entry.id)

/** The market a question is about: the longest revealing word wins, else one is invented for `rest`. */
export function topicOf(question: string, rest: string = question): Topic {
  return knownTopic(question) ?? inventedTopic(rest)
}

function knownTopic(question: string): Topic | undefined {
  const text = ` ${question.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `
  for (const { needle, topic } of NEEDLES) if (text.includes(needle)) return topic
  return undefined
}

const FRONT = [
  'North',
  'Bright',
  'Oak',
  'Clear',
  'True',
  'Silver',
  'Blue',
  'Green',
  'Stone',
  'High',
  'Amber',
  'Iron',
]
const BACK = [
  'peak',
  'well',
  'grove',
  'field',
  'harbor',
  'works',
  'path',
  'lane',
  'bridge',
  'mark',
  'ridge',
  'point',
]
const TRAITS = [
  'price',
  'quality',
  'support',
  'ease of use',
  'reliability',
  'range',
  'reputation',
  'delivery',
]
const EMPTY_WORDS = new Set(
  'any some this that these those worth about better than tell good get use have has will would make makes made com io net org legit compare does alternatives alternative review reviews pricing the a an and or of for in on to with is are what which who how best top good cheap can i my me do does should near vs versus from under between most'.split(
    ' ',
  ),
)

/** An unknown market gets plausible members of its own, always the same for the same subject. */
function inventedTopic(question: string): Topic {
  const words = question.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
  const telling = words.filter((word) => !EMPTY_WORDS.has(word) && word.length > 2)
  const subject = telling.slice(-2).join(' ')
  const draw = random('topic', subject)
  const backs = draw.shuffle(BACK)
  const members = draw
    .shuffle(FRONT)
    .slice(0, 8)
    .map((front, index) => `${front}${backs[index]}`)
  const kind: Kind = hash(subject) % 2 === 0 ? 'product' : 'service'
  return {
    id: `other:${subject}`,
    noun: subject === '' ? 'comparable brands' : subject.endsWith('s') ? subject : `${subject} options`,
    kind,
    forum: 'AskReddit',
    institution: 'usa.gov',
    members,
    traits: TRAITS,
    press: PRESS[kind],
  }
}

function readRecord(record: string): Entry {
  const [head = '', words = '', members = '', traits = ''] = record.split('\n')
  const [id = '', noun = '', kindText = '', forum = '', institution = ''] = head.split(' · ')
  const kind = kindOf(kindText)
  const read = (line: string): string[] => line.split(', ')
  const lists = { words: read(words), members: read(members), traits: read(traits), press: PRESS[kind] }
  return { id, noun, kind, forum, institution, ...lists }
}

function kindOf(text: string): Kind {
  switch (text) {
    case 'software':
    case 'product':
    case 'service':
    case 'finance':
    case 'place':
    case 'local':
      return text
    default:
      throw new Error(`unknown kind of market: ${text}`)
  }
}
