import { surface } from '../../kernel/operation.ts'
import type { Agent } from '../../runs/agent.ts'
import autoFixes from './auto-fixes.ts'
import blindspots from './blindspots.ts'
import compareScans from './compare-scans.ts'
import gaps from './gaps.ts'
import getScan from './get-scan.ts'
import listAnswers from './list-answers.ts'
import listScans from './list-scans.ts'
import llmsTxt from './llms-txt.ts'
import planScan from './plan-scan.ts'
import { aeoScanner } from './scan.task.ts'
import scan from './scan.ts'
import schema from './schema.ts'
import shareOfVoice from './share-of-voice.ts'
import visibility from './visibility.ts'

/** The code behind this surface's runs; workflows start them by name. */
export const agents: readonly Agent[] = [aeoScanner]

export default surface({
  name: 'aeo',
  description:
    'Visibility in AI answer engines: scans with honest intervals, what they show, and what to do.',
  operations: [
    scan,
    planScan,
    listScans,
    getScan,
    compareScans,
    listAnswers,
    gaps,
    blindspots,
    shareOfVoice,
    visibility,
    schema,
    llmsTxt,
    autoFixes,
  ],
})
