import type { QueueMakers } from '../../jobs/worker.ts'
import { surface } from '../../kernel/operation.ts'
import cannibalization from './cannibalization.ts'
import { KEYWORD_QUEUE, keywordQueue } from './check-keyword.task.ts'
import contentDecay from './content-decay.ts'
import createKeyword from './create-keyword.ts'
import getGrid from './get-grid.ts'
import getHeatmap from './get-heatmap.ts'
import importPerformance from './import-performance.ts'
import listHistory from './list-history.ts'
import listKeywords from './list-keywords.ts'
import listRankings from './list-rankings.ts'
import { GRID_QUEUE, gridQueue } from './local-grid.task.ts'
import localGrid from './local-grid.ts'
import rank from './rank.ts'
import removeKeyword from './remove-keyword.ts'
import syncPerformance from './sync-performance.ts'

export default surface({
  name: 'seo',
  description: 'Where a domain stands in search: live ranks, tracking, maps, decay and cannibalization.',
  operations: [
    rank,
    listRankings,
    listKeywords,
    createKeyword,
    removeKeyword,
    listHistory,
    contentDecay,
    cannibalization,
    importPerformance,
    syncPerformance,
    localGrid,
    getGrid,
    getHeatmap,
  ],
})

export const queues: QueueMakers = { [KEYWORD_QUEUE]: keywordQueue, [GRID_QUEUE]: gridQueue }
