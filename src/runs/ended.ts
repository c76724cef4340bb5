import type { Emission } from '../events/outbox.ts'
import { microsToUsd } from '../kernel/plans.ts'
import type { RunRow } from './store.ts'

/** What is said of a run that has just ended. The output stays with the run: it can be large. */
export function runEnded(run: RunRow): Emission<'agent.completed' | 'agent.failed'> {
  const completed = run.status === 'completed'
  return {
    tenant_id: run.tenant_id,
    mode: run.mode,
    event: completed ? 'agent.completed' : 'agent.failed',
    data: {
      run_id: run.id,
      agent_name: run.agent_name,
      kind: run.kind,
      status: completed ? 'completed' : 'failed',
      cost_usd: microsToUsd(run.cost_micros),
      error_message: run.error_message,
      poll_url: `/v1/agents/runs/${run.id}`,
      created_at: run.created_at,
      completed_at: run.completed_at ?? run.created_at,
    },
  }
}
