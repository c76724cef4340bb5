import { surface } from '../../kernel/operation.ts'
import cancelRun from './cancel-run.ts'
import getRun from './get-run.ts'
import listRuns from './list-runs.ts'

export default surface({
  name: 'agents',
  description: 'Packaged AI workflows: one-shot tasks that one triggers and reads.',
  operations: [listRuns, getRun, cancelRun],
})
