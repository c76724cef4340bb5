/** Stored with every score, so that two scores are compared only when they were made alike. */
export const OPPORTUNITY_VERSION = '1'

export type Fix = 'create' | 'add_schema' | 'expand' | 'refresh'

const SEVERITY: Record<Fix, number> = { create: 1, add_schema: 0.7, expand: 0.6, refresh: 0.4 }

export interface OpportunityInputs {
  competitors: number
  miss_rate: number
  citations: number
  fix: Fix
  severity: number
}

export interface Opportunity {
  score: number
  version: string
  inputs: OpportunityInputs
}

/** ln(competitors + 1) × miss rate × citations × severity of the proposed fix. */
export function opportunity(input: Omit<OpportunityInputs, 'severity'>): Opportunity {
  const severity = SEVERITY[input.fix]
  const score = Math.log(input.competitors + 1) * input.miss_rate * input.citations * severity
  return { score, version: OPPORTUNITY_VERSION, inputs: { ...input, severity } }
}

/**
 * What would most likely close the gap, from how far our own pages got: never read → write one; read but not cited →
 * say more; cited here but not named → say who we are; cited on another platform only → bring it up to date.
 */
export function proposedFix(own: { retrieved: boolean; cited: boolean; citedElsewhere: boolean }): Fix {
  if (own.cited) return 'add_schema'
  if (own.citedElsewhere) return 'refresh'
  return own.retrieved ? 'expand' : 'create'
}
