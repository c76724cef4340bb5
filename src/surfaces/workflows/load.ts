import { readdirSync } from 'node:fs'
import type { Workflow } from './declare.ts'

const FOLDER = new URL('./catalogue/', import.meta.url)

async function load(): Promise<Workflow[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Promise.all(
    files.sort().map(async (name): Promise<Workflow> => {
      const module: { default: Workflow } = await import(new URL(name, FOLDER).href)
      if (`${module.default.name}.ts` !== name) throw new Error(`${name} declares ${module.default.name}`)
      return module.default
    }),
  )
}

/** Every workflow: putting a file into the folder is all the registration there is. */
export const WORKFLOWS: readonly Workflow[] = await load()

const byName = new Map(WORKFLOWS.map((workflow) => [workflow.name, workflow]))

export function findWorkflow(name: string): Workflow | null {
  return byName.get(name) ?? null
}
