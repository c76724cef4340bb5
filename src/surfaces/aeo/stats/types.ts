import type { Entity } from '../detect/aliases.ts'
import type { Mention, Undecided } from '../detect/detector.ts'
import type { Rate } from './intervals.ts'

/** "Nothing was shown", "it was down" and "we may not ask it" are three states; only `ok` is ever a denominator. */
export type AnswerStatus = 'ok' | 'no_answer' | 'error' | 'unavailable'

export interface Citation {
  url: string
  domain: string
  title: string | null
  position: number
}

/** An answer as the scan stores it: everything needed to recompute a number later. */
export interface StoredAnswer {
  id: string
  platform: string
  query: string
  repeat: number
  status: AnswerStatus
  requested_model: string | null
  served_model: string | null
  searched: boolean
  text: string
  citations: readonly Citation[]
  /** What the engine read, where it says so. Retrieved is not cited. */
  retrieved?: readonly { url: string; domain: string }[]
  search_queries: readonly string[]
  latency_ms: number | null
  cost_usd: number | null
  error?: string
}

export interface DetectedAnswer extends StoredAnswer {
  mentions: Mention[]
  /** Places where an ordinary word stands like a tracked name and nothing around it decides: no mentions. */
  undecided: Undecided[]
}

export type Brand = Entity
export type Competitor = Entity

export type Outcome = 'named_and_cited' | 'named_only' | 'cited_only' | 'neither'
export type QueryClass = 'branded' | 'non_brand'
export type Intent = 'informational' | 'commercial' | 'transactional' | 'navigational' | 'local'
export type SourceType = 'own' | 'competitor' | 'editorial' | 'ugc' | 'reference' | 'institutional' | 'other'

export interface SentimentCounts {
  positive: number
  neutral: number
  negative: number
  n: number
}

export interface Metrics {
  visibility: Rate
  citation_rate: Rate
  share_of_voice: number | null
  avg_position: number | null
  first_mention_rate: number | null
  ghost_rate: number | null
  prominence: number | null
  sentiment: SentimentCounts
  /** Places nobody could decide, and the answers that would name the brand if all of its places did. */
  undecided: { brand: number; competitors: number; answers: number }
  outcomes: Record<Outcome, number>
  /** The rates above that stand as plain numbers, with their counts and intervals. */
  intervals: { share_of_voice: Rate | null; first_mention_rate: Rate; ghost_rate: Rate }
}

export interface PlatformMetrics extends Metrics {
  platform: string
  answers: Record<AnswerStatus, number>
}

export interface QueryMetrics extends Metrics {
  query: string
  query_class: QueryClass
  intent: Intent
  answers: Record<AnswerStatus, number>
}

export interface CompetitorShare {
  name: string
  mentions: number
  share: number | null
}

export interface Source {
  domain: string
  type: SourceType
  retrieved: number
  cited: number
}
