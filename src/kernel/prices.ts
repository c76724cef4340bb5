import type { AnyOperation, Meter } from './operation.ts'

/** What one metered request costs, in micro-dollars, unless the table below says otherwise. */
const BY_METER: Record<Meter, number> = { none: 0, action: 1_000, agent_run: 0, workflow_run: 0 }

/** The price list. An agent or workflow run pays what its provider calls cost, settled when it ends. */
const BY_OPERATION: Record<string, number> = {}

export function priceOf(operation: AnyOperation): number {
  return BY_OPERATION[operation.id] ?? BY_METER[operation.meter]
}
