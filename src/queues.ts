import type { Queue } from './jobs/worker.ts'
import type { App } from './kernel/context.ts'
import type { Agent } from './runs/agent.ts'
import { runQueue } from './runs/execute.ts'
import { RUN_QUEUE } from './runs/start.ts'
import type { Db } from './store/db.ts'
import { loadQueues } from './surfaces/load.ts'

/** Everything that a worker works on: runs, and the queues that surfaces bring. One list, for the service and its tests. */
export async function allQueues(
  app: App,
  db: Db,
  agents: readonly Agent[],
  runConcurrency: number,
): Promise<Record<string, Queue>> {
  const byName = new Map(agents.map((agent) => [agent.name, agent]))
  const makers = Object.entries(await loadQueues())
  return {
    [RUN_QUEUE]: runQueue(app, db, byName, runConcurrency),
    ...Object.fromEntries(makers.map(([name, make]) => [name, make(app, db)])),
  }
}
