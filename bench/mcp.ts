// What MCP costs beside REST, as ratios that hold on any machine:
//   node bench/mcp.ts
// tools/call must reach 0.8 of the same REST call, tools/list 0.5 of a bare server that sends the same bytes.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate, type Load } from './mcp-load.ts'

const ROUNDS = 7
const ROUND_MS = 700
const CONNECTIONS = 8

const PORT = 18_787
const ECHO_PORT = PORT + 1
const ADMIN_TOKEN = 'bench'
const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'))
const url = `http://127.0.0.1:${PORT}/v1`
const children: ChildProcess[] = []

await launch('../test/probe-server.ts', [], {
  PORT: String(PORT),
  DATA_DIR: join(folder, 'data'),
  ADMIN_TOKEN,
  LOG_LEVEL: 'silent',
})
const key = await makeKey()

console.log(
  `${ROUNDS} rounds of ${ROUND_MS} ms a side, interleaved, ${CONNECTIONS} connections; median of the rounds\n`,
)
const results = [
  await compare(
    'tools/call, no database (probe_read)',
    toolCall('probe_read', { text: 'hello' }),
    send('GET /v1/probe/read?text=hello'),
    0.8,
  ),
  await compare('tools/call, one read (tenant_get)', toolCall('tenant_get', {}), send('GET /v1/tenant'), 0.8),
  await compare(
    'tools/call, metered write (probe_act)',
    toolCall('probe_act', { text: 'hello' }),
    send('POST /v1/probe/act', { text: 'hello' }),
    0.8,
  ),
  await compareList(),
]
await stop()
process.exit(results.every(Boolean) ? 0 : 1)

/** The service and the echo are processes of their own, as they would be in production. */
function launch(script: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
}

async function stop(): Promise<void> {
  for (const child of children) {
    child.removeAllListeners('exit')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

async function makeKey(): Promise<string> {
  const limits = { actions: 1_000_000_000, spend_cap_usd: 1_000_000_000, requests_per_minute: 100_000 }
  const made = await fetch(`${url}/admin/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', tier: 'scale', limits }),
  })
  return ((await made.json()) as { api_key: string }).api_key
}

function send(route: string, body: unknown = null, to = PORT): Load {
  const text = body === null ? '' : JSON.stringify(body)
  const framing =
    body === null ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  const request = `${route} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${framing}\r\n${text}`
  return { port: to, request, connections: CONNECTIONS, ms: ROUND_MS }
}

function rpc(method: string, params: Record<string, unknown>, to = PORT): Load {
  return send('POST /v1/mcp', { jsonrpc: '2.0', id: 1, method, params }, to)
}

function toolCall(name: string, given: Record<string, unknown>): Load {
  return rpc('tools/call', { name, arguments: given })
}

/** The order flips from round to round, so that drift of the machine hits both sides alike. */
async function compare(what: string, ours: Load, base: Load, goal: number): Promise<boolean> {
  for (const load of [ours, base]) await rate(load)
  const ratios: number[] = []
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0
    const one = await rate(first ? ours : base)
    const other = await rate(first ? base : ours)
    const [our, their] = first ? [one, other] : [other, one]
    ratios.push(our / their)
    rates[0].push(our)
    rates[1].push(their)
  }
  const ratio = median(ratios)
  const verdict = ratio >= goal ? 'holds' : 'MISSED'
  const figures = `${Math.round(median(rates[0]))} against ${Math.round(median(rates[1]))} a second`
  console.log(`${what.padEnd(52)} ${ratio.toFixed(2)} (goal ${goal}) ${verdict}   ${figures}`)
  return ratio >= goal
}

async function rate(load: Load): Promise<number> {
  const { requests, ms, status } = await generate(load)
  if (status >= 300) throw new Error(`answered ${status}: ${load.request.split('\r\n', 1)[0]}`)
  return (requests / ms) * 1000
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The floor: node:http reads the body and sends the same bytes, and nothing else happens. */
async function compareList(): Promise<boolean> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const text = await answer.text()
  const file = join(folder, 'list.json')
  writeFileSync(file, text)
  await launch('./echo.ts', [String(ECHO_PORT), file], {})
  const { tools } = (JSON.parse(text) as { result: { tools: unknown[] } }).result
  const what = `tools/list, ${tools.length} tools, ${Buffer.byteLength(text)} bytes (bare echo)`
  return compare(what, rpc('tools/list', {}), rpc('tools/list', {}, ECHO_PORT), 0.5)
}
