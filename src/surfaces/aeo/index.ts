import { surface } from '../../kernel/operation.ts'
import type { Agent } from '../../runs/agent.ts'
import { aeoScanner } from './scan.task.ts'
import scan from './scan.ts'

/** The code behind this surface's runs; workflows start them by name. */
export const agents: readonly Agent[] = [aeoScanner]

export default surface({
  name: 'aeo',
  description:
    'Visibility in AI answer engines: scans with honest intervals, what they show, and what to do.',
  operations: [scan],
})
