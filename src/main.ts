import { enableCompileCache } from 'node:module'

// Node keeps what it made of our sources in the system's temporary folder: the next start is a second shorter.
enableCompileCache()
const { configHelp } = await import('./config.ts')
const { start } = await import('./start.ts')

if (process.argv.includes('--help')) console.log(configHelp())
else await start().catch(refuseToStart)

function refuseToStart(error: unknown): void {
  console.error(`Herald cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
