import { readFileSync } from 'node:fs'

/** package.json is where the version is kept; nobody writes it a second time. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
