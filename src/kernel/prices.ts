import type { AnyOperation, Meter } from './operation.ts'

/** What one metered request costs, in micro-dollars, unless the table below says otherwise. */
const BY_METER: Record<Meter, number> = { none: 0, action: 1_000, agent_run: 0, workflow_run: 0 }

/** Prices of what is also charged without a request of its own: a scheduled check, a point of a map. */
export const UNIT_MICROS = { rank_check: 20_000, grid_point: 3_000 } as const

/** The price list. An agent or workflow run pays what its provider calls cost, settled when it ends. */
const BY_OPERATION: Record<string, number> = {
  'aeo.schema': 10_000,
  'aeo.llms-txt': 10_000,
  'aeo.auto-fixes': 50_000,
  'seo.rank': UNIT_MICROS.rank_check,
  'seo.create-keyword': UNIT_MICROS.rank_check,
  'seo.local-grid': 0,
}

export function priceOf(operation: AnyOperation): number {
  return BY_OPERATION[operation.id] ?? BY_METER[operation.meter]
}
