import { surface } from '../../kernel/operation.ts'
import type { Agent } from '../../runs/agent.ts'
import list from './list.ts'
import { WORKFLOWS } from './load.ts'
import run from './run.ts'

/** A workflow's run is worked on like an agent's. */
export const agents: readonly Agent[] = WORKFLOWS

export default surface({
  name: 'workflows',
  description: 'Chains of agents as one run, from Pro upward.',
  operations: [list, run],
})
