import type { Interval } from './intervals.ts'
import { rateOf } from './metrics.ts'
import type { Observation } from './observations.ts'
import { intentOf } from './query.ts'
import type { Intent } from './types.ts'

export interface Blindspot {
  platform: string
  intent: Intent
  n: number
  visibility: number
  ci_panel: Interval
}

const MIN_ANSWERS = 10
const CEILING = 0.1

/**
 * A platform × intent cell where the brand is as good as absent: enough answers, and even the interval's upper end is
 * under ten percent. The panel interval, because the claim is about these very questions.
 */
export function blindspotsOf(observations: readonly Observation[]): Blindspot[] {
  const queries = new Set(observations.map((o) => o.answer.query))
  const intents = new Map(Array.from(queries, (query) => [query, intentOf(query)]))
  const cells = [...Map.groupBy(observations, (o) => o.answer.platform)].flatMap(([platform, list]) =>
    [...Map.groupBy(list, (o) => intents.get(o.answer.query) ?? 'informational')].map(([intent, cell]) => ({
      platform,
      intent,
      list: cell,
    })),
  )
  return cells.flatMap(({ platform, intent, list }) => {
    const { point, ci_panel } = rateOf(list, (o) => (o.named ? 1 : 0))
    if (list.length < MIN_ANSWERS || point === null || ci_panel === null || ci_panel[1] >= CEILING) return []
    return [{ platform, intent, n: list.length, visibility: point, ci_panel }]
  })
}
