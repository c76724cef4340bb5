import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { QueueMakers } from '../jobs/worker.ts'
import type { Surface } from '../kernel/operation.ts'
import type { Agent } from '../runs/agent.ts'

/** Every folder here with an index is a surface: putting one in place is all the registration there is. */
type SurfaceModule = { default: Surface; agents?: readonly Agent[]; queues?: QueueMakers }

function loadModules(): Promise<SurfaceModule[]> {
  const names = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(entry.parentPath, entry.name, 'index.ts')))
    .map((entry) => entry.name)
    .sort()
  return Promise.all(names.map((name): Promise<SurfaceModule> => import(`./${name}/index.ts`)))
}

export async function loadSurfaces(): Promise<Surface[]> {
  return (await loadModules()).map((module) => module.default)
}

/** The code behind runs, from every surface whose index exports `agents`. */
export async function loadAgents(): Promise<Agent[]> {
  return (await loadModules()).flatMap((module) => [...(module.agents ?? [])])
}

/** Work beside runs, from every surface whose index exports `queues`. */
export async function loadQueues(): Promise<QueueMakers> {
  return Object.assign({}, ...(await loadModules()).map((module) => module.queues ?? {}))
}
