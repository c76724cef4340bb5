import { json, jsonBody, type Reply } from './family.ts'
import { type GoogleCall, googleError } from './google-call.ts'
import { hash, hex, unit } from './random.ts'
import { isObject, type Json, string } from './value.ts'

type Post = Json & { name: string }

/** Business Profile: one account with two locations for whoever connected, one well kept and one neglected. */
export function businessProfile(): (call: GoogleCall) => Reply | undefined {
  const posts = new Map<string, Post[]>()
  return (call) => {
    const { request, address, subject } = call
    const account = String(1_000_000 + (hash('gbp', subject.username) % 9_000_000))
    const [host = '', ...rest] = address.split('/')
    const path = rest.join('/')
    if (host === 'mybusinessaccountmanagement.googleapis.com' && path === 'v1/accounts')
      return json(200, {
        accounts: [{ name: `accounts/${account}`, accountName: subject.username, type: 'PERSONAL' }],
      })
    if (host === 'mybusinessbusinessinformation.googleapis.com')
      return path === `v1/accounts/${account}/locations`
        ? json(200, { locations: locations(account) })
        : undefined
    if (host === 'businessprofileperformance.googleapis.com') return performance(call, account, path)
    const parent = /^v4\/(accounts\/\d+\/locations\/\d+)\/localPosts$/.exec(path)?.[1]
    if (host !== 'mybusiness.googleapis.com' || parent === undefined) return undefined
    if (!locations(account).some(({ name }) => parent === `accounts/${account}/${name}`))
      return googleError(404, 'NOT_FOUND', 'Requested entity was not found.')
    const kept = posts.get(parent) ?? []
    if (request.method === 'GET') return json(200, kept.length === 0 ? {} : { localPosts: kept })
    const made = post(parent, jsonBody(request), kept.length)
    if (made === undefined)
      return googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')
    posts.set(parent, [made, ...kept])
    return json(200, made)
  }
}

function locations(account: string): (Json & { name: string })[] {
  const id = (which: string) => String(10_000_000 + (hash('location', account, which) % 90_000_000))
  const category = (displayName: string) => ({
    name: `categories/gcid:${displayName.toLowerCase()}`,
    displayName,
  })
  return [
    {
      name: `locations/${id('kept')}`,
      title: 'Acme Plumbing Austin',
      storeCode: 'ATX-1',
      phoneNumbers: { primaryPhone: '+1 512-555-0100' },
      categories: {
        primaryCategory: category('Plumber'),
        additionalCategories: [category('Drainage service')],
      },
      storefrontAddress: {
        regionCode: 'US',
        postalCode: '78701',
        locality: 'Austin',
        addressLines: ['1 Main St'],
      },
      websiteUri: 'https://acme.com/austin',
      regularHours: {
        periods: [
          { openDay: 'MONDAY', openTime: { hours: 9 }, closeDay: 'MONDAY', closeTime: { hours: 17 } },
        ],
      },
      profile: {
        description:
          'Acme repairs pipes, drains and water heaters in Austin since 1987. Licensed plumbers come the same day, say the price before they start, and guarantee their work for two years. Ask us about emergencies, maintenance plans and new bathrooms.',
      },
      openInfo: { status: 'OPEN', canReopen: true },
      metadata: {
        hasVoiceOfMerchant: true,
        mapsUri: 'https://maps.google.com/maps?cid=1',
        newReviewUri: 'https://search.google.com/local/writereview?placeid=ChIJ1',
      },
    },
    {
      name: `locations/${id('neglected')}`,
      title: 'Acme Plumbing Dallas',
      categories: { primaryCategory: category('Plumber') },
      storefrontAddress: { regionCode: 'US', locality: 'Dallas', addressLines: ['9 Oak Ave'] },
      openInfo: { status: 'OPEN' },
    },
  ]
}

function performance({ request }: GoogleCall, account: string, path: string): Reply | undefined {
  const name = /^v1\/(locations\/\d+):fetchMultiDailyMetricsTimeSeries$/.exec(path)?.[1]
  if (name === undefined) return undefined
  if (!locations(account).some((location) => location.name === name))
    return googleError(404, 'NOT_FOUND', 'Requested entity was not found.')
  const { query } = request
  const edge = (which: string) =>
    Date.UTC(
      Number(query.get(`dailyRange.${which}.year`)),
      Number(query.get(`dailyRange.${which}.month`)) - 1,
      Number(query.get(`dailyRange.${which}.day`)),
    )
  const [from, to] = [edge('startDate'), edge('endDate')]
  if (!Number.isFinite(from) || !Number.isFinite(to))
    return googleError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.')
  const series = query.getAll('dailyMetrics').map((dailyMetric) => {
    const datedValues: Json[] = []
    for (let at = from; at <= to; at += 86_400_000) {
      const day = new Date(at)
      const value = Math.floor(
        unit(dailyMetric, name, at) * (dailyMetric.startsWith('BUSINESS_IMP') ? 90 : 8),
      )
      const date = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
      datedValues.push(value === 0 ? { date } : { date, value: String(value) })
    }
    return { dailyMetric, timeSeries: { datedValues } }
  })
  return json(200, { multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries: series }] })
}

function post(parent: string, body: unknown, count: number): Post | undefined {
  if (!isObject(body)) return undefined
  const topic = string(body.topicType)
  const bad =
    !['STANDARD', 'EVENT', 'OFFER', 'ALERT'].includes(topic) ||
    ((topic === 'EVENT' || topic === 'OFFER') && !isObject(body.event)) ||
    string(body.summary).length > 1500
  if (bad) return undefined
  const id = hex(16, 'post', parent, count, JSON.stringify(body))
  const at = new Date().toISOString()
  const searchUrl = `https://local.google.com/place?id=${hash(parent)}&use=posts&lpsid=${id}`
  return {
    ...body,
    name: `${parent}/localPosts/${id}`,
    state: 'LIVE',
    searchUrl,
    createTime: at,
    updateTime: at,
  }
}
