import { uuidv7 } from '../src/kernel/ids.ts'
import type { MeterRequest } from '../src/meter/request.ts'

const HUGE = 1_000_000_000
export const PLENTY = {
  actions: HUGE,
  agent_runs: HUGE,
  workflow_runs: HUGE,
  spend_cap_micros: HUGE,
  requests_per_minute: HUGE,
}

/** A request to the meter that has room under every ceiling. */
export function ask(tenant: string, given: Partial<MeterRequest> = {}): MeterRequest {
  return {
    tenant_id: tenant,
    mode: 'live',
    event_id: uuidv7(),
    operation: 'probe.act',
    meter: 'action',
    request_id: uuidv7(),
    key_id: 'key_1',
    agent_runs: 0,
    workflow_runs: 0,
    cost_micros: 3,
    hold_micros: 0,
    apart: false,
    limits: PLENTY,
    overages: false,
    ...given,
  }
}
