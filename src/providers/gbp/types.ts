/** Google Business Profile as the surface sees it. */
export interface Location {
  /** accounts/{a}/locations/{l}: the one name that every API of Google's accepts a part of. */
  id: string
  title: string
  store_code: string | null
  phone: string | null
  website: string | null
  primary_category: string | null
  additional_categories: string[]
  address: string | null
  service_area: boolean
  description: string | null
  has_hours: boolean
  has_special_hours: boolean
  /** Null when Google does not say. */
  open: boolean | null
  verified: boolean | null
  maps_uri: string | null
  new_review_uri: string | null
}

export const METRICS = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_CONVERSATIONS',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_ORDERS',
  'BUSINESS_FOOD_MENU_CLICKS',
] as const
export type Metric = (typeof METRICS)[number]

export interface DailyMetric {
  metric: Metric
  days: { date: string; value: number }[]
}

export interface LocalPost {
  name: string
  state: string
  search_url: string | null
  created_at: string | null
  summary: string | null
  topic_type: string | null
}
