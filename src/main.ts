import { configHelp } from './config.ts'
import { start } from './start.ts'

if (process.argv.includes('--help')) console.log(configHelp())
else await start().catch(refuseToStart)

function refuseToStart(error: unknown): void {
  console.error(`Herald cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
