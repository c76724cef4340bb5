/**
 * `npm run demo`: the main job from nothing to a report. Starts the service in a process and folder of its own, signs
 * up, scans, follows the progress, prints what was found, and cleans up after itself.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type DemoOutput, renderReport } from './demo-report.ts'

const QUERIES = [
  'best crm for small business',
  'which crm is easiest to learn',
  'crm with the best email integration',
  'affordable crm for startups',
  'best crm for a sales team of ten',
  'crm alternatives to spreadsheets',
  'what should a crm cost',
  'which crm do consultants recommend',
  'is Acme a good crm',
  'compare Acme and Globex',
]
const SCAN = {
  brand: 'Acme',
  domains: ['acme.com'],
  competitors: [
    { name: 'Globex', domains: ['globex.com'] },
    { name: 'Initech', domains: ['initech.com'] },
  ],
  queries: QUERIES,
  repeats: 2,
}

const tty = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const paint = (code: number) => (text: string) => (tty ? `\x1b[${code}m${text}\x1b[0m` : text)
const [bold, dim] = [paint(1), paint(2)]

async function startService(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, HERALD_MODE: 'sandbox', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const found = /(http:\/\/\S+)\/v1$/.exec(line)
      if (found?.[1] !== undefined) resolve(found[1])
    })
  })
  return { url, child }
}

type Json = Record<string, unknown>

async function call(url: string, key: string | null, route: string, body?: unknown): Promise<Json> {
  const [method = 'GET', path = '/'] = route.split(' ')
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Json
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

type Progress = { done: number; total: number; note: string | null }

function showProgress({ done, total, note }: Progress, last: boolean): void {
  const width = 40
  const filled = total === 0 ? 0 : Math.round((done / total) * width)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
  const line = `  ${bar} ${done}/${total} answers ${note ?? ''}`
  // Without a terminal only the end is worth a line.
  if (tty) process.stdout.write(`\r\x1b[2K${line}${last ? '\n' : ''}`)
  else if (last) console.log(line)
}

async function follow(url: string, key: string, runId: string): Promise<Json> {
  for (;;) {
    const run = await call(url, key, `GET /agents/runs/${runId}`)
    const ended = run.status === 'completed' || run.status === 'failed'
    showProgress(run.progress as Progress, ended)
    if (run.status === 'failed') throw new Error(`the scan failed: ${run.error_message}`)
    if (ended) return run
    await pause(50)
  }
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-demo-'))
  console.log(`\n${bold('Herald')} ${dim('· how AI answer engines speak of a brand')}\n`)
  console.log('1. Starting the service with an embedded database and simulated platforms')
  const { url, child } = await startService(dataDir)
  try {
    console.log(`   ${dim(`${url}/v1`)}`)
    console.log('2. Signing up for a free key')
    const signup = await call(url, null, 'POST /checkout/free', { email: 'demo@example.com' })
    const key = String(signup.api_key)
    console.log(`   ${dim(`${String((signup.api_key_meta as Json).key_prefix)}…`)}`)
    console.log(`3. Asking eight platforms ${QUERIES.length} questions, twice each`)
    const started = performance.now()
    const { run_id } = await call(url, key, 'POST /aeo/scan', SCAN)
    const run = await follow(url, key, String(run_id))
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`   ${dim(`${seconds} s, $${Number(run.cost_usd).toFixed(2)} at list prices`)}\n`)
    console.log(renderReport(run.output as DemoOutput, { bold, dim, good: paint(32), bad: paint(31) }))
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
