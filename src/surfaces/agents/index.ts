import { CATALOGUE } from '../../agents/catalogue.ts'
import { surface } from '../../kernel/operation.ts'
import type { Agent } from '../../runs/agent.ts'
import cancelRun from './cancel-run.ts'
import getRun from './get-run.ts'
import list from './list.ts'
import listRuns from './list-runs.ts'
import run from './run.ts'
import streamRun from './stream-run.ts'

export const agents: readonly Agent[] = CATALOGUE

export default surface({
  name: 'agents',
  description: 'Packaged AI workflows: one-shot tasks that one triggers and reads.',
  operations: [list, run, listRuns, getRun, streamRun, cancelRun],
})
