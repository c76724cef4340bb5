/** Content decay as pure rules over summed rows; the thresholds are the same wherever they are applied. */
import { addDays } from './days.ts'

export type Sums = { clicks: number; impressions: number; position_sum: number }

export const WINDOW_DAYS = 28
/** Search Console revises its newest days, so they would always look like a loss. */
export const DROPPED_DAYS = 3
export const MIN_IMPRESSIONS = 100
/** A whole number of weeks, so that the year before has the same weekdays. */
const YEAR_DAYS = 364
/** A page that fell by a place or more lost clicks to that, whatever else moved with it. */
const RANK_STEP = 1

export type Cause = 'demand' | 'rank' | 'ctr'
export type Period = { clicks: number; impressions: number; ctr: number; position: number | null }
export type Windows = Record<'current' | 'previous' | 'year_before', { from: string; to: string }>
/** Each site has periods of its own, since one that is imported less often has older data. */
export type SiteWindows = Windows & { site: string }

/** The three periods, counted back from the newest day that has data. */
export function windowsFrom(lastDay: string): Windows {
  const to = addDays(lastDay, -DROPPED_DAYS)
  const from = addDays(to, 1 - WINDOW_DAYS)
  return {
    current: { from, to },
    previous: { from: addDays(from, -WINDOW_DAYS), to: addDays(to, -WINDOW_DAYS) },
    year_before: { from: addDays(from, -YEAR_DAYS), to: addDays(to, -YEAR_DAYS) },
  }
}

export function periodOf({ clicks, impressions, position_sum }: Sums): Period {
  return {
    clicks,
    impressions,
    ctr: impressions === 0 ? 0 : round(clicks / impressions, 6),
    position: impressions === 0 ? null : round(position_sum / impressions, 2),
  }
}

/**
 * Shares are compared as whole ten-thousandths: 0.07 × 100 is more than 7 in floating point, so that a page which lost
 * exactly the share asked for would be left out.
 */
export const SHARE_UNITS = 10_000

export function shareUnits(share: number): number {
  return Math.round(share * SHARE_UNITS)
}

export type Decay = {
  against: 'previous' | 'year_before'
  clicks_lost: number
  drop: number
  cause: Cause
}

/** The worse of the two comparisons, or null when neither lost enough on a base that is large enough. */
export function decayOf(
  sums: { current: Sums; previous: Sums; year_before: Sums },
  minDrop: number,
): Decay | null {
  const losses = (['previous', 'year_before'] as const).flatMap((against): Decay[] => {
    const before = sums[against]
    const lost = before.clicks - sums.current.clicks
    const enough = lost * SHARE_UNITS >= before.clicks * shareUnits(minDrop)
    if (before.impressions < MIN_IMPRESSIONS || lost <= 0 || !enough) return []
    return [
      {
        against,
        clicks_lost: lost,
        drop: round(lost / before.clicks, 4),
        cause: causeOf(sums.current, before),
      },
    ]
  })
  return losses.sort((a, b) => b.clicks_lost - a.clicks_lost)[0] ?? null
}

/**
 * A worse position explains fewer impressions and a lower click rate at once, so it goes first. Otherwise the
 * loss is split: what fewer impressions cost at the old rate, against what the lower rate cost since.
 */
export function causeOf(now: Sums, before: Sums): Cause {
  const [placeNow, placeBefore] = [periodOf(now).position, periodOf(before).position]
  if (placeNow !== null && placeBefore !== null && placeNow - placeBefore >= RANK_STEP) return 'rank'
  const rateBefore = before.clicks / before.impressions
  const rateNow = now.impressions === 0 ? rateBefore : now.clicks / now.impressions
  const byDemand = (before.impressions - now.impressions) * rateBefore
  const byRate = now.impressions * (rateBefore - rateNow)
  return byDemand >= byRate ? 'demand' : 'ctr'
}

export function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
