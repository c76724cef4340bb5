import { readFileSync, writeFileSync } from 'node:fs'
import * as catalogue from '../events/catalogue.ts'
import { createRegistry } from '../kernel/registry.ts'
import { loadSurfaces } from '../surfaces/load.ts'
import { breakingChanges } from './compare-apis.ts'
import type { Json } from './compare-schemas.ts'
import { describeApi } from './openapi.ts'

export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url)
export const BREAKING_FILE = new URL('../../openapi.breaking.json', import.meta.url)

/** The address in the committed file: the default of a local installation. A running one puts its own there. */
const SERVER = 'http://127.0.0.1:8787'

export type Acknowledged = { change: string; reason: string }

export async function currentDescription(): Promise<string> {
  const described = describeApi(createRegistry(await loadSurfaces()), SERVER, catalogue)
  return `${JSON.stringify(described, null, 2)}\n`
}

/** Breaks of the committed description that nobody has acknowledged. */
export function unacknowledged(
  committed: string,
  current: string,
  acknowledged: readonly Acknowledged[],
): string[] {
  const known = new Set(acknowledged.map(({ change }) => change))
  const changes = breakingChanges(JSON.parse(committed) as Json, JSON.parse(current) as Json)
  return changes.filter((change) => !known.has(change))
}

export function readIfThere(file: URL, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** Refuses to write over a promise: a break is acknowledged with its reason first, or with --accept "<reason>". */
async function write(reason: string | undefined): Promise<void> {
  const current = await currentDescription()
  const committed = readIfThere(DESCRIPTION_FILE, '{"paths":{}}')
  const acknowledged = JSON.parse(readIfThere(BREAKING_FILE, '[]')) as Acknowledged[]
  const breaks = unacknowledged(committed, current, acknowledged)
  if (breaks.length > 0 && reason === undefined) {
    console.error(`These changes break clients:\n  ${breaks.join('\n  ')}\n`)
    console.error('If that is meant: npm run openapi -- --accept "<why>"')
    process.exitCode = 1
    return
  }
  if (breaks.length > 0) {
    const noted = [...acknowledged, ...breaks.map((change) => ({ change, reason: String(reason) }))]
    writeFileSync(BREAKING_FILE, `${JSON.stringify(noted, null, 2)}\n`)
  }
  writeFileSync(DESCRIPTION_FILE, current)
  console.log(`openapi.json: ${Object.keys((JSON.parse(current) as { paths: Json }).paths).length} paths`)
}

if (import.meta.main) {
  const flag = process.argv.indexOf('--accept')
  await write(flag === -1 ? undefined : process.argv[flag + 1])
}
