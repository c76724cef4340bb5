/** How complete a business profile is. Pure: the checks, their weights, the score and the order of the fixes. */
import type { LocalPost, Location } from '../../providers/gbp/types.ts'

export type Status = 'pass' | 'fail' | 'unknown'
export type Facts = { location: Location; posts: readonly LocalPost[] | null; today: string }
type Check = { id: string; weight: number; fix: string; look(facts: Facts): boolean | null }

const DESCRIPTION_LENGTH = 200
const POST_DAYS = 30
const DAY_MS = 86_400_000

/** Null is unknown: Google did not say, and nobody is blamed for that. */
const CHECKS: readonly Check[] = [
  {
    id: 'verified',
    weight: 20,
    fix: 'Verify the location with Google: nothing else shows until then.',
    look: ({ location }) => location.verified,
  },
  {
    id: 'open',
    weight: 15,
    fix: 'Mark the location as open.',
    look: ({ location }) => location.open,
  },
  {
    id: 'primary_category',
    weight: 15,
    fix: 'Choose the primary category: it decides what the location is found for.',
    look: ({ location }) => location.primary_category !== null,
  },
  {
    id: 'address_or_area',
    weight: 10,
    fix: 'Add the address, or the area that is served.',
    look: ({ location }) => location.address !== null || location.service_area,
  },
  {
    id: 'phone',
    weight: 10,
    fix: 'Add a phone number.',
    look: ({ location }) => location.phone !== null,
  },
  {
    id: 'hours',
    weight: 10,
    fix: 'Add opening hours.',
    look: ({ location }) => location.has_hours,
  },
  {
    id: 'website',
    weight: 10,
    fix: 'Add the address of the website, best the page of this location.',
    look: ({ location }) => location.website !== null,
  },
  {
    id: 'description',
    weight: 5,
    fix: `Describe the business in at least ${DESCRIPTION_LENGTH} characters.`,
    look: ({ location }) => (location.description ?? '').length >= DESCRIPTION_LENGTH,
  },
  {
    id: 'additional_categories',
    weight: 5,
    fix: 'Add further categories for what else is offered.',
    look: ({ location }) => location.additional_categories.length > 0,
  },
  {
    id: 'recent_post',
    weight: 5,
    fix: `Post something: the last post is older than ${POST_DAYS} days.`,
    look: ({ posts, today }) => (posts === null ? null : posts.some((post) => isRecent(post, today))),
  },
  {
    id: 'special_hours',
    weight: 3,
    fix: 'Add hours for holidays.',
    look: ({ location }) => location.has_special_hours,
  },
]

function isRecent({ created_at }: LocalPost, today: string): boolean {
  return created_at !== null && Date.parse(today) - Date.parse(created_at) <= POST_DAYS * DAY_MS
}

export type Audit = {
  score: number | null
  checks: { id: string; status: Status; weight: number }[]
  fixes: { id: string; weight: number; fix: string }[]
}

/** Score: the weight that passed of all that is known. What is unknown leaves both sides. */
export function audit(facts: Facts): Audit {
  const looked = CHECKS.map((check) => {
    const passed = check.look(facts)
    const status: Status = passed === null ? 'unknown' : passed ? 'pass' : 'fail'
    return { ...check, status }
  })
  const weigh = (status: Status) =>
    looked.filter((check) => check.status === status).reduce((sum, { weight }) => sum + weight, 0)
  const known = weigh('pass') + weigh('fail')
  return {
    score: known === 0 ? null : Math.round((100 * weigh('pass')) / known),
    checks: looked.map(({ id, status, weight }) => ({ id, status, weight })),
    fixes: looked
      .filter(({ status }) => status === 'fail')
      .sort((a, b) => b.weight - a.weight)
      .map(({ id, weight, fix }) => ({ id, weight, fix })),
  }
}
