import { type Random, random, unit } from '../random.ts'
import type { Brand } from './brands.ts'
import type { Habits } from './habits.ts'
import type { Question } from './question.ts'

export type Source = { url: string; domain: string; title: string; snippet: string; published: string }

type Maker = (draw: Random) => Source

const DAY_MS = 86_400_000

/**
 * The pages a platform retrieves. Most slots are the same from day to day and a few are not, which
 * is how citations move in practice.
 */
export function retrieve(
  question: Question,
  habits: Habits,
  brands: { shown: readonly Brand[]; hidden: readonly Brand[] },
  seed: { stable: readonly (string | number)[]; day: string },
): Source[] {
  const sizing = random('retrieved', ...seed.stable)
  const wanted = sizing.int(...habits.retrieved)
  const found = new Map<string, Source>()
  for (let slot = 0; slot < wanted * 2 && found.size < wanted; slot += 1) {
    const moves = unit('moves', slot, ...seed.stable) < 0.2
    const draw = random('slot', slot, moves ? seed.day : '', ...seed.stable)
    const source = makerFor(question, habits, brands, draw)(draw)
    if (!found.has(source.url)) found.set(source.url, { ...source, published: publishedOn(seed.day, draw) })
  }
  return [...found.values()]
}

function makerFor(
  question: Question,
  habits: Habits,
  brands: { shown: readonly Brand[]; hidden: readonly Brand[] },
  draw: Random,
): Maker {
  const { own, press, ugc, reference, institution } = habits.sources
  let at = draw.next() * (own + press + ugc + reference + institution)
  at -= own
  // One own page in eight belongs to a brand the answer does not name: cited, not mentioned.
  const owners = draw.chance(0.12) && brands.hidden.length > 0 ? brands.hidden : brands.shown
  if (at < 0 && owners.length > 0) return (inner) => ownPage(inner.pick(owners), question, inner)
  at -= press
  if (at < 0) return (inner) => pressPage(question, inner)
  at -= ugc
  if (at < 0) return (inner) => ugcPage(question, habits, inner)
  at -= reference
  if (at < 0) return () => referencePage(question)
  return () => institutionPage(question)
}

function ownPage(brand: Brand, question: Question, draw: Random): Source {
  const page = draw.pick(['', 'features', 'pricing', `blog/${slug(question.topic.noun)}`, 'customers'])
  const title =
    page === '' ? `${brand.name} | Official site` : `${capital(page.split('/')[0] ?? '')} | ${brand.name}`
  return source(
    `https://www.${brand.domain}/${page}`,
    title,
    `${brand.name}: ${question.topic.noun}, ${question.topic.traits[0]}.`,
  )
}

function pressPage(question: Question, draw: Random): Source {
  const domain = draw.pick(question.topic.press)
  const count = draw.int(5, 15)
  const where = question.place === '' ? '' : ` in ${question.place}`
  const title = draw.pick([
    `The ${count} best ${question.topic.noun}${where}`,
    `Best ${question.topic.noun}${where}, tested and reviewed`,
    `${capital(question.topic.noun)} compared`,
  ])
  return source(
    `https://www.${domain}/${draw.pick(['best', 'reviews', 'guides'])}/${slug(title)}`,
    title,
    `We compared ${count} ${question.topic.noun}.`,
  )
}

function ugcPage(question: Question, habits: Habits, draw: Random): Source {
  const subject = capital(question.text.slice(0, 70))
  // Only a platform that lives on social posts weighs them this much.
  const posts = habits.sources.ugc > 5
  const site = draw.pick(
    posts
      ? ['x.com', 'x.com', 'reddit.com', 'youtube.com']
      : ['reddit.com', 'reddit.com', 'quora.com', 'youtube.com'],
  )
  const id = draw.text(7, '0123456789abcdefghijklmnopqrstuvwxyz')
  switch (site) {
    case 'x.com':
      return source(
        `https://x.com/${slug(question.topic.id)}_${id.slice(0, 3)}/status/19${draw.text(17, '0123456789')}`,
        `Post on X about ${question.topic.noun}`,
        'Honest thread on what worked for us.',
      )
    case 'quora.com':
      return source(
        `https://www.quora.com/${slug(question.text).slice(0, 60)}`,
        `${subject} - Quora`,
        'Answer by a practitioner.',
      )
    case 'youtube.com':
      return source(
        `https://www.youtube.com/watch?v=${draw.text(11)}`,
        `${subject} (honest review)`,
        'Video review.',
      )
    default:
      return source(
        `https://www.reddit.com/r/${question.topic.forum}/comments/${id}/${slug(question.text).slice(0, 40)}/`,
        `${subject} : r/${question.topic.forum}`,
        'Discussion with 40+ comments.',
      )
  }
}

function referencePage(question: Question): Source {
  const name = capital(question.topic.noun)
  return source(
    `https://en.wikipedia.org/wiki/${name.replaceAll(' ', '_')}`,
    `${name} - Wikipedia`,
    `${name} are described in this article.`,
  )
}

function institutionPage(question: Question): Source {
  const { institution, noun } = question.topic
  return source(
    `https://www.${institution}/${slug(noun)}`,
    `${capital(noun)} | ${institution}`,
    `Guidance on ${noun}.`,
  )
}

function source(url: string, title: string, snippet: string): Source {
  const domain = new URL(url).hostname.replace(/^www\./, '')
  return { url, domain, title, snippet, published: '' }
}

function publishedOn(day: string, draw: Random): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - draw.int(3, 500) * DAY_MS).toISOString().slice(0, 10)
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

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
