/**
 * A scan of 100 questions on eight platforms that each take 50 ms, against the ideal for its concurrency: every
 * platform answering without a pause, and nothing else taking time. The platforms are a process of their own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { PER_PLATFORM } from '../src/surfaces/aeo/ask-platform.ts'
import { freePort } from '../test/free-port.ts'

const QUERIES = 100
const LATENCY_MS = 50
const ROUNDS = 5
const ADMIN = 'bench-operator'

async function spawned(entry: string, env: Record<string, string>, ready: RegExp) {
  const child = spawn(process.execPath, [entry], {
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A start that fails must not leave the other process behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const found = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const match = ready.exec(line)
      if (match !== null) resolve(match[1] ?? '')
    })
  })
  return { child, found }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function engines(sandbox: string): Record<string, string> {
  const at = {
    OPENAI: 'openai',
    ANTHROPIC: 'anthropic',
    GEMINI: 'gemini',
    PERPLEXITY: 'perplexity',
    XAI: 'xai',
    DEEPSEEK: 'deepseek',
    META_AI: 'meta',
    DATAFORSEO: 'dataforseo',
  }
  return Object.fromEntries(
    Object.entries(at).flatMap(([name, mount]) => [
      [`${name}_API_KEY`, 'bench:bench'],
      [`${name}_BASE_URL`, `${sandbox}/${mount}`],
    ]),
  )
}

async function call(url: string, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Record<string, unknown>
}

async function scanOnce(url: string, key: string, round: number): Promise<number> {
  const queries = Array.from({ length: QUERIES }, (_, i) => `best tool number ${i} of round ${round}`)
  const body = { brand: 'Acme', domains: ['acme.com'], competitors: ['Globex', 'Initech'], queries }
  const { run_id } = await call(url, key, 'POST', '/aeo/scan', body)
  for (;;) {
    await pause(100)
    const { runs } = await call(url, key, 'GET', '/agents/runs?limit=1')
    const [run] = runs as { id: string; status: string; started_at: string; completed_at: string }[]
    if (run?.id !== run_id || run?.completed_at === null || run === undefined) continue
    if (run.status !== 'completed') throw new Error(`the scan ${run.status}`)
    return Date.parse(run.completed_at) - Date.parse(run.started_at)
  }
}

/** The same number of bare calls with the same concurrency: what this machine, as busy as it is, allows at best. */
async function bareOnce(sandbox: string, round: number): Promise<number> {
  const started = performance.now()
  const lane = async (platform: number): Promise<void> => {
    let next = 0
    const work = async (): Promise<void> => {
      for (let i = next++; i < QUERIES; i = next++) {
        const body = {
          model: 'gpt-5.5',
          input: `bare ${round} ${platform} ${i}`,
          tools: [{ type: 'web_search' }],
        }
        const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' }
        const reply = await fetch(`${sandbox}/openai/v1/responses`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        await reply.json()
      }
    }
    await Promise.all(Array.from({ length: PER_PLATFORM }, work))
  }
  await Promise.all(Array.from({ length: 8 }, (_, platform) => lane(platform)))
  return Math.round(performance.now() - started)
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function benchAeoScan(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-bench-'))
  const port = await freePort()
  const sandboxUrl = `http://127.0.0.1:${port}`
  const sandboxEnv = { SANDBOX_PORT: String(port), SANDBOX_LATENCY_MS: String(LATENCY_MS) }
  const sandbox = await spawned('sandbox/main.ts', sandboxEnv, /(Counts)/)
  const service = await spawned(
    'src/main.ts',
    {
      ...engines(sandboxUrl),
      PORT: '0',
      DATA_DIR: dataDir,
      HERALD_MODE: 'live',
      ADMIN_TOKEN: ADMIN,
      LOG_LEVEL: 'error',
    },
    /(http:\/\/\S+)\/v1$/,
  )
  try {
    const url = service.found
    const tenant = await call(url, ADMIN, 'POST', '/admin/tenants', {
      email: 'bench@example.com',
      tier: 'scale',
    })
    const ideal = Math.ceil(QUERIES / PER_PLATFORM) * LATENCY_MS
    const took: number[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await bareOnce(sandboxUrl, round))
      took.push(await scanOnce(url, String(tenant.api_key), round))
    }
    console.log(
      `scan of ${QUERIES} × 8 at ${LATENCY_MS} ms, ${PER_PLATFORM} at a time a platform: ideal ${ideal} ms`,
    )
    console.log(`scans ${took.join(', ')} ms; bare calls in between ${bare.join(', ')} ms`)
    console.log(
      `ratio to the ideal: median ${(medianOf(took) / ideal).toFixed(2)}, best ${(Math.min(...took) / ideal).toFixed(2)}  (target ≤ 1.30)`,
    )
    console.log(`ratio to bare calls on this machine now: ${(medianOf(took) / medianOf(bare)).toFixed(2)}`)
  } finally {
    await stop(service.child)
    await stop(sandbox.child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await benchAeoScan()
