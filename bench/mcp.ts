// What MCP costs beside REST, as ratios that hold on any machine:
//   node bench/mcp.ts
// tools/call must reach 0.8 of the same REST call, tools/list 0.5 of a bare server that sends the same bytes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createVault, newKey } from '../src/kernel/vault.ts'
import { openEmbedded } from '../src/store/embedded.ts'
import { migrate } from '../src/store/migrate.ts'
import { loadSurfaces } from '../src/surfaces/load.ts'
import { probe } from '../test/probe.ts'
import { createLoader, type Load } from './mcp-load.ts'

const ADMIN_TOKEN = 'bench'
const ROUNDS = 7
const ROUND_MS = 700
const CONNECTIONS = 8

const db = await openEmbedded(null)
await migrate(db)
const app = buildApp({
  config: readConfig({ ADMIN_TOKEN, PORT: '0', LOG_LEVEL: 'silent' }),
  db,
  gates: db,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  surfaces: [...(await loadSurfaces()), probe],
  vault: createVault([{ version: 1, key: newKey() }]),
})
const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
const port = Number(new URL(url).port)
const key = await makeKey()
const loader = createLoader()

console.log(
  `${ROUNDS} rounds of ${ROUND_MS} ms a side, interleaved, ${CONNECTIONS} connections; median of the rounds\n`,
)
const results = [
  await compare(
    'tools/call, no database    (probe_read)',
    toolCall('probe_read', { text: 'hello' }),
    get('/v1/probe/read?text=hello'),
    0.8,
  ),
  await compare(
    'tools/call, one read       (tenant_get)',
    toolCall('tenant_get', {}),
    get('/v1/tenant'),
    0.8,
  ),
  await compare(
    'tools/call, metered        (content_articles_list)',
    toolCall('content_articles_list', {}),
    get('/v1/content/articles'),
    0.8,
  ),
  await compareList(),
]
await loader.close()
await app.close()
await db.close()
process.exit(results.every(Boolean) ? 0 : 1)

async function makeKey(): Promise<string> {
  const limits = { actions: 1_000_000_000, spend_cap_usd: 1_000_000_000, requests_per_minute: 100_000 }
  const made = await fetch(`${url}/v1/admin/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', tier: 'scale', limits }),
  })
  return String(((await made.json()) as { api_key: string }).api_key)
}

function get(path: string): Load {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
  return { port, request, connections: CONNECTIONS, ms: ROUND_MS }
}

function rpc(method: string, params: Record<string, unknown>, to = port): Load {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const request =
    `POST /v1/mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return { port: to, request, connections: CONNECTIONS, ms: ROUND_MS }
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
  const { requests, ms, status } = await loader.run(load)
  if (status !== 200) throw new Error(`answered ${status}: ${load.request.split('\r\n', 1)[0]}`)
  return (requests / ms) * 1000
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The floor: node:http reads the body and sends the same bytes, and nothing else happens. */
async function compareList(): Promise<boolean> {
  const answer = await fetch(`${url}/v1/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const echo = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      response.end(bytes)
    })
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const tools = JSON.parse(bytes.toString('utf8')).result.tools.length
  const bare = rpc('tools/list', {}, (echo.address() as AddressInfo).port)
  const held = await compare(
    `tools/list, ${tools} tools, ${bytes.length} bytes (bare echo)`,
    rpc('tools/list', {}),
    bare,
    0.5,
  )
  echo.closeAllConnections()
  echo.close()
  return held
}
