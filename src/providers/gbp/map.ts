/** From Google's shapes to ours. Pure. */
import { z } from 'zod'
import { type DailyMetric, type LocalPost, type Location, METRICS } from './types.ts'

const text = z.string().nullish().catch(null)
const Named = z.object({ displayName: text }).nullish().catch(null)

export const LocationBody = z.object({
  name: z.string(),
  title: text,
  storeCode: text,
  phoneNumbers: z.object({ primaryPhone: text }).nullish().catch(null),
  categories: z
    .object({ primaryCategory: Named, additionalCategories: z.array(Named).nullish().catch(null) })
    .nullish()
    .catch(null),
  storefrontAddress: z
    .object({
      addressLines: z.array(z.string()).nullish(),
      locality: text,
      postalCode: text,
      regionCode: text,
    })
    .nullish()
    .catch(null),
  websiteUri: text,
  regularHours: z
    .object({ periods: z.array(z.unknown()).nullish() })
    .nullish()
    .catch(null),
  specialHours: z
    .object({ specialHourPeriods: z.array(z.unknown()).nullish() })
    .nullish()
    .catch(null),
  serviceArea: z.unknown().optional(),
  profile: z.object({ description: text }).nullish().catch(null),
  openInfo: z.object({ status: text }).nullish().catch(null),
  metadata: z
    .object({ hasVoiceOfMerchant: z.boolean().nullish(), mapsUri: text, newReviewUri: text })
    .nullish()
    .catch(null),
})

export function toLocation(account: string, body: z.infer<typeof LocationBody>): Location {
  const { storefrontAddress: at, categories, openInfo, metadata } = body
  const lines = [...(at?.addressLines ?? []), at?.postalCode, at?.locality, at?.regionCode]
  return {
    id: `${account}/${body.name}`,
    title: body.title ?? '',
    store_code: body.storeCode || null,
    phone: body.phoneNumbers?.primaryPhone || null,
    website: body.websiteUri || null,
    primary_category: categories?.primaryCategory?.displayName ?? null,
    additional_categories: (categories?.additionalCategories ?? []).flatMap((one) => one?.displayName ?? []),
    address: lines.filter((line) => line).join(', ') || null,
    service_area: body.serviceArea !== null && body.serviceArea !== undefined,
    description: body.profile?.description || null,
    has_hours: (body.regularHours?.periods ?? []).length > 0,
    has_special_hours: (body.specialHours?.specialHourPeriods ?? []).length > 0,
    open: openInfo?.status ? openInfo.status === 'OPEN' : null,
    verified: metadata?.hasVoiceOfMerchant ?? null,
    maps_uri: metadata?.mapsUri ?? null,
    new_review_uri: metadata?.newReviewUri ?? null,
  }
}

const Day = z.object({ year: z.int(), month: z.int(), day: z.int() })

export const SeriesBody = z.object({
  multiDailyMetricTimeSeries: z
    .array(
      z.object({
        dailyMetricTimeSeries: z.array(
          z.object({
            dailyMetric: z.string(),
            timeSeries: z.object({
              // A day without an event has no value at all, and values are 64-bit numbers as text.
              datedValues: z.array(z.object({ date: Day, value: z.string().nullish() })).nullish(),
            }),
          }),
        ),
      }),
    )
    .nullish(),
})

export function toMetrics(body: z.infer<typeof SeriesBody>): DailyMetric[] {
  const series = (body.multiDailyMetricTimeSeries ?? []).flatMap((multi) => multi.dailyMetricTimeSeries)
  return METRICS.flatMap((metric) => {
    const found = series.find(({ dailyMetric }) => dailyMetric === metric)
    if (found === undefined) return []
    const days = (found.timeSeries.datedValues ?? []).map(({ date, value }) => ({
      date: [date.year, String(date.month).padStart(2, '0'), String(date.day).padStart(2, '0')].join('-'),
      value: Number(value ?? 0),
    }))
    return [{ metric, days }]
  })
}

export const LocalPostBody = z.object({
  name: z.string(),
  state: text,
  searchUrl: text,
  createTime: text,
  summary: text,
  topicType: text,
})

export function toPost(body: z.infer<typeof LocalPostBody>): LocalPost {
  return {
    name: body.name,
    state: body.state ?? 'PROCESSING',
    search_url: body.searchUrl ?? null,
    created_at: body.createTime ?? null,
    summary: body.summary ?? null,
    topic_type: body.topicType ?? null,
  }
}
