import { readdirSync } from 'node:fs'
import type { CatalogueAgent } from './declare.ts'

const FOLDER = new URL('./catalogue/', import.meta.url)

async function load(): Promise<CatalogueAgent[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Promise.all(
    files.sort().map(async (name): Promise<CatalogueAgent> => {
      const module: { default: CatalogueAgent } = await import(new URL(name, FOLDER).href)
      if (`${module.default.name}.ts` !== name) throw new Error(`${name} declares ${module.default.name}`)
      return module.default
    }),
  )
}

/** Every agent that asks a text generator: putting a file into the folder is all the registration there is. */
export const CATALOGUE: readonly CatalogueAgent[] = await load()

const byName = new Map(CATALOGUE.map((agent) => [agent.name, agent]))

export function findAgent(name: string): CatalogueAgent | null {
  return byName.get(name) ?? null
}
