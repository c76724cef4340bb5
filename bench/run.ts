/** `npm run bench` prints every ratio; `npm run bench -- platform` only those of one part. */
import { benchAeoScan } from './aeo-scan.ts'
import { benchMcp } from './mcp.ts'
import { benchMeter } from './meter.ts'
import { benchPlatform } from './platform.ts'
import { benchWebhooks } from './webhooks.ts'

const parts: Record<string, () => Promise<void>> = {
  'aeo-scan': benchAeoScan,
  mcp: benchMcp,
  meter: benchMeter,
  platform: benchPlatform,
  webhooks: benchWebhooks,
}
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'))
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n## ${name}`)
  await run()
}
process.exit()
