import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts'
import { readFaults, readLatency } from './settings.ts'
import { MISBEHAVIOURS } from './triggers.ts'

const DEFAULT_PORT = 8788

const { SANDBOX_PORT, SANDBOX_HOST, SANDBOX_LATENCY_MS, SANDBOX_FAULTS, SANDBOX_DAY } = process.env
const options: SandboxOptions = {
  port: Number(SANDBOX_PORT ?? DEFAULT_PORT),
  host: SANDBOX_HOST ?? '127.0.0.1',
  latency_ms: readLatency(SANDBOX_LATENCY_MS ?? ''),
  faults: readFaults(SANDBOX_FAULTS ?? ''),
  ...(SANDBOX_DAY === undefined ? {} : { day: SANDBOX_DAY }),
}
const sandbox = await startSandbox(options)
console.log(banner(sandbox))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close()
  })
}

function banner({ url, mounts }: Sandbox): string {
  const lines = mounts.map(
    ({ mount, plays, platforms }) =>
      `  ${`${url}${mount}`.padEnd(36)} ${plays.padEnd(36)} ${platforms.join(', ')}`,
  )
  return [
    'The sandbox plays the outside world. Nothing here is real; any non-empty credential is accepted.',
    '',
    ...lines,
    '',
    `  Triggers in any prompt: ${MISBEHAVIOURS.map((kind) => `sandbox:${kind}`).join(' ')}`,
    '  For some platforms only: sandbox:error@grok,claude    For the first ask only: sandbox:error_once',
    `  Counts: GET ${url}/_sandbox/stats    Teach brands: POST ${url}/_sandbox/market    Forget: POST ${url}/_sandbox/reset`,
  ].join('\n')
}
