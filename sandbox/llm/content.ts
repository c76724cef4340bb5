import type { Random } from '../random.ts'
import { type Facts, keyOf } from './facts.ts'

/** Words for a property, by what its name promises; the prompt's subject runs through all of them. */
const BY_NAME: readonly (readonly [RegExp, (subject: string, draw: Random) => string])[] = [
  [/(^|_)(url|link|href|website|canonical)s?$/, (subject) => `https://www.example.com/${slug(subject)}`],
  [/(^|_)(email)s?$/, () => 'hello@example.com'],
  [/(^|_)(phone|tel)/, () => '+1 555 0100'],
  [/(^|_)(slug|handle|id)$/, (subject, draw) => `${slug(subject)}-${draw.int(1, 99)}`],
  [/(^|_)(date|day|publish_on)$/, (_subject, draw) => `2026-${two(draw.int(1, 12))}-${two(draw.int(1, 28))}`],
  [/(^|_)(time)$/, (_subject, draw) => `${two(draw.int(8, 19))}:00`],
  [/hashtag/, (subject, draw) => `#${camel(subject)}${draw.pick(['', 'Tips', 'Daily', 'Guide'])}`],
  [
    /(keyword|tag|term)s?$/,
    (subject, draw) => `${draw.pick(['best', 'affordable', 'top', 'local', 'how to choose'])} ${subject}`,
  ],
  [
    /question|(^|_)query$/,
    (subject, draw) =>
      draw.pick([
        `What should I look for in ${subject}?`,
        `How does ${subject} work?`,
        `Is ${subject} worth it?`,
        `Which ${subject} is best for a small team?`,
      ]),
  ],
  [
    /answer|reply|response/,
    (subject, draw) =>
      draw.pick([
        `In short, ${subject} is worth a look when price and support matter to you.`,
        `Thank you for asking about ${subject}. We are glad to help with the details.`,
        `Start with your budget; ${subject} comes in several versions.`,
      ]),
  ],
  [
    /cta|call_to_action|button/,
    (_subject, draw) => draw.pick(['Learn more', 'Start free', 'Book a call', 'See prices']),
  ],
  [
    /headline|title|heading|h1|subject/,
    (subject, draw) =>
      draw.pick([
        `A practical guide to ${subject}`,
        `${capital(subject)}: what to know`,
        `How to choose ${subject}`,
        `${capital(subject)} made simple`,
      ]),
  ],
  [
    /description|summary|overview|abstract|meta/,
    (subject, draw) =>
      draw.pick([
        `A short, honest overview of ${subject} with clear next steps.`,
        `What matters about ${subject}, explained in plain words.`,
        `Compare ${subject} by price, quality and support.`,
      ]),
  ],
  [
    /reason|rationale|why|explanation|evidence/,
    (subject, draw) =>
      draw.pick([
        `Readers ask about ${subject} often and find few clear answers.`,
        `Competitors cover ${subject} in more depth today.`,
        `It is quick to do and helps ${subject} the most.`,
      ]),
  ],
  [
    /action|step|recommendation|fix|task|todo/,
    (subject, draw) =>
      draw.pick([
        `Publish a comparison page about ${subject}`,
        `Add an FAQ section on ${subject}`,
        `Refresh the page on ${subject} with current prices`,
        `Ask recent customers of ${subject} for a review`,
      ]),
  ],
  [
    /body|content|text|post|caption|copy|paragraph|message/,
    (subject, draw) =>
      draw.pick([
        `Choosing ${subject} need not be hard. Decide what matters, compare two or three options, and try before you commit.`,
        `We asked customers what they value in ${subject}: clear prices, quick help and no surprises.`,
      ]),
  ],
  [
    /audience|persona|segment/,
    (_subject, draw) => draw.pick(['Owners of small businesses', 'Marketing managers', 'First-time buyers']),
  ],
  [/tone|voice|style|mood/, (_subject, draw) => draw.pick(['friendly', 'confident', 'plain', 'warm'])],
  [/language|locale/, () => 'en'],
  [/country/, () => 'US'],
  [/currency/, () => 'USD'],
  [/city|location|place/, (_subject, draw) => draw.pick(['Austin', 'Leeds', 'Lyon', 'Porto'])],
  [/name|brand|company|author|competitor|label/, (subject) => capital(subject)],
]

/** A string for a property, drawn from the prompt where it states one under the same name. */
export function wordsFor(name: string, facts: Facts, draw: Random, index: number): string {
  const key = keyOf(name)
  const stated = facts.values.get(key)
  if (typeof stated === 'string' && stated !== '') return stated
  if (Array.isArray(stated) && typeof stated[index] === 'string') return stated[index]
  const writer = BY_NAME.find(([pattern]) => pattern.test(key))?.[1]
  if (writer !== undefined) return writer(facts.subject, draw)
  const word = facts.words[index % Math.max(facts.words.length, 1)] ?? 'detail'
  return `${capital(key.replaceAll('_', ' '))} of ${facts.subject}: ${word}`
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
