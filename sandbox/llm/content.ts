import { hash, type Random } from '../random.ts'
import { type Facts, keyOf } from './facts.ts'

/** Values with a form of their own, by what the property's name promises. */
const FORMED: readonly (readonly [RegExp, (subject: string, draw: Random) => string])[] = [
  [/(^|_)(url|link|href|website|canonical)s?$/, (subject) => `https://www.example.com/${slug(subject)}`],
  [/(^|_)emails?$/, () => 'hello@example.com'],
  [/(^|_)(phone|tel)/, () => '+1 555 0100'],
  [/(^|_)(slug|handle|id)$/, (subject, draw) => `${slug(subject)}-${draw.int(1, 99)}`],
  [/(^|_)(date|day|publish_on)$/, (_subject, draw) => `2026-${two(draw.int(1, 12))}-${two(draw.int(1, 28))}`],
  [/(^|_)time$/, (_subject, draw) => `${two(draw.int(8, 19))}:00`],
  [/hashtag/, (subject, draw) => `#${camel(subject)}${draw.pick(['', 'Tips', 'Daily', 'Guide'])}`],
  [/language|locale/, () => 'en'],
  [/country/, () => 'US'],
  [/currency/, () => 'USD'],
]

/** Wordings by name; {s} is the prompt's subject, {S} the same at the head of a sentence. */
const WORDED: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /(keyword|tag|term)s?$/,
    [
      'best {s}',
      'affordable {s}',
      '{s} reviews',
      'how to choose {s}',
      '{s} near me',
      '{s} prices',
      '{s} for beginners',
    ],
  ],
  [
    /question|(^|_)query$/,
    [
      'What should I look for in {s}?',
      'How much should I pay for {s}?',
      'How do I compare {s}?',
      'What are common mistakes with {s}?',
      'When is it worth paying more for {s}?',
    ],
  ],
  [
    /answer|reply|response/,
    [
      'Start with your budget and with what matters most to you about {s}.',
      'Thank you for asking about {s}. We are glad to help with the details.',
      'Compare two or three options for {s} side by side before you decide.',
      'It depends on use: for {s}, price and support matter most to our customers.',
    ],
  ],
  [/cta|call_to_action|button/, ['Learn more', 'Start free', 'Book a call', 'See prices']],
  [
    /headline|title|heading|h1|subject/,
    [
      'A practical guide to {s}',
      '{S}: what to know',
      'How to choose {s}',
      '{S} made simple',
      'Common mistakes with {s}',
      '{S} compared',
      'Questions people ask about {s}',
    ],
  ],
  [
    /description|summary|overview|abstract|meta/,
    [
      'A short, honest overview of {s} with clear next steps.',
      'What matters about {s}, explained in plain words.',
      'Compare {s} by price, quality and support.',
    ],
  ],
  [
    /reason|rationale|why|explanation|evidence/,
    [
      'People ask about {s} often and find few clear answers.',
      'Competitors cover {s} in more depth today.',
      'It is quick to do and helps {s} the most.',
    ],
  ],
  [
    /action|step|recommendation|fix|task|todo/,
    [
      'Publish a comparison page about {s}',
      'Add an FAQ section on {s}',
      'Refresh the page on {s} with current prices',
      'Ask recent customers of {s} for a review',
    ],
  ],
  [
    /point|bullet|idea|angle|takeaway|benefit/,
    [
      'Say who {s} suits and who it does not',
      'Show prices for {s} with a date',
      'Name one trade-off of {s} openly',
      'Give one example of {s} in use',
      'End with a next step for {s}',
    ],
  ],
  [
    /body|content|text|post|caption|copy|paragraph|message/,
    [
      'Choosing {s} need not be hard. Decide what matters, compare two or three options, and try before you commit.',
      'We asked customers what they value in {s}: clear prices, quick help and no surprises.',
      'New here? Our short guide to {s} answers the questions we hear most.',
    ],
  ],
  [/audience|persona|segment/, ['Owners of small businesses', 'Marketing managers', 'First-time buyers']],
  [/tone|voice|style|mood/, ['friendly', 'confident', 'plain', 'warm']],
  [/city|location|place/, ['Austin', 'Leeds', 'Lyon', 'Porto']],
  [/cluster|category|group|theme|intent/, ['Comparing {s}', 'Buying {s}', 'Using {s}', 'Prices of {s}']],
  [/name|brand|company|author|competitor|label/, ['{S}', '{S} Co', '{S} Plus', '{S} One']],
]

const CLAIMING = /answer|reply|response/
const DESCRIBING = /description|summary|overview|abstract|meta/
const INVENTION = 'Trusted by 5,000 teams worldwide.'

/** The first claims that are words: a name with what it is, or a sentence. Addresses and figures describe nothing. */
function inShort(claims: readonly string[]): string {
  const worded = claims.filter((claim) => /\p{L}{2}/u.test(claim) && !/^\S+[./]\S+$/.test(claim))
  const [first = claims[0] ?? '', second] = worded
  const isName = !/[.!?]$/.test(first) && first.split(/\s+/).length <= 3
  return isName && second !== undefined ? `${first}: ${second}` : first
}

/** What is claimed, where the prompt says what may be: its facts as they stand, or more than that if it is to invent. */
function claimFor(key: string, facts: Facts, index: number): string | undefined {
  const { claims, invents } = facts
  const claim = claims[index % Math.max(claims.length, 1)]
  if (claim === undefined) return undefined
  if (DESCRIBING.test(key)) return [inShort(claims), ...(invents ? [INVENTION] : [])].join(' ')
  if (CLAIMING.test(key)) return invents ? `${claim} ${INVENTION}` : claim
  if (!/question/.test(key)) return undefined
  const wanted = facts.values.get('questions')
  if (Array.isArray(wanted) && typeof wanted[index] === 'string') return wanted[index]
  const words = claim.match(/\p{L}{4,}/gu) ?? [claim]
  return `What about ${words[Math.floor(index / claims.length) % words.length]?.toLowerCase()}?`
}

/** A text that was asked for under this very key speaks to the question beside it. */
function askedFor(name: string, facts: Facts): string | undefined {
  const asked = facts.asked.get(name)
  if (typeof asked?.question !== 'string') return undefined
  const brand = facts.values.get('brand')
  const by = typeof brand === 'string' ? brand : facts.subject
  const claim = facts.invents ? INVENTION : (facts.claims[0] ?? asked.question)
  return /title/.test(name) ? `${capital(asked.question)} | ${by}` : `${by}: ${claim}`
}

/** A string for a property, drawn from the prompt where it states one under the same name. */
export function wordsFor(name: string, facts: Facts, draw: Random, index: number): string {
  const key = keyOf(name)
  const stated = facts.values.get(key)
  if (typeof stated === 'string' && stated !== '') return stated
  if (Array.isArray(stated) && typeof stated[index] === 'string') return stated[index]
  const former = FORMED.find(([pattern]) => pattern.test(key))?.[1]
  if (former !== undefined) return former(facts.subject, draw)
  const told = askedFor(name, facts) ?? claimFor(key, facts, index)
  if (told !== undefined) return told
  const wordings = WORDED.find(([pattern]) => pattern.test(key))?.[1]
  if (wordings !== undefined) {
    // Neighbours in a list take turns, so that they differ.
    const wording = wordings[(hash(key, facts.subject) + index) % wordings.length] ?? '{S}'
    return wording.replaceAll('{s}', facts.subject).replaceAll('{S}', capital(facts.subject))
  }
  const word = facts.words[index % Math.max(facts.words.length, 1)] ?? 'detail'
  return `${capital(facts.subject)}: ${word}`
}

/** A free text of a few sentences, for prompts that ask for no particular form. */
export function proseFor(facts: Facts, draw: Random): string {
  const [first = 'quality', second = 'price', third = 'support'] = draw.shuffle(facts.words.slice(0, 8))
  return [
    draw.pick([
      `Here is a short take on ${facts.subject}.`,
      `${capital(facts.subject)} deserves a clear answer.`,
    ]),
    `Start with ${first}, since that is what people ask about first, and keep the wording plain.`,
    draw.pick([
      `Then cover ${second} and ${third} with one concrete example each.`,
      `A comparison of ${second} and ${third} helps readers decide.`,
    ]),
    'End with one next step and a date to review the result.',
  ].join(' ')
}

export function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'page'
  )
}

function camel(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(capital)
    .join('')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
