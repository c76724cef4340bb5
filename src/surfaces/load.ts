import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Surface } from '../kernel/operation.ts'

/** Every folder here with an index is a surface: putting one in place is all the registration there is. */
export async function loadSurfaces(): Promise<Surface[]> {
  const names = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(entry.parentPath, entry.name, 'index.ts')))
    .map((entry) => entry.name)
    .sort()
  const modules = await Promise.all(
    names.map((name): Promise<{ default: Surface }> => import(`./${name}/index.ts`)),
  )
  return modules.map((module) => module.default)
}
