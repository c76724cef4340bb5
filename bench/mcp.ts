import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTenant, type Server, startProcess } from '../test/process.ts'
import { createLoader, type Load, type Loader } from './load.ts'

const ROUNDS = 15
const SLICE_MS = 500
const CONNECTIONS = 8
const TEXT = 'How visible is Acme in answers about project management?'

type Pair = { what: string; ours: Load; base: Load; goal: number }

/** What MCP costs beside REST: the same operation over both, and the long list against a bare server of its bytes. */
export async function benchMcp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'))
  const loader = createLoader()
  const service = await startProcess({ DATA_DIR: join(folder, 'data') }, 'bench/serve.ts', [], {
    watched: false,
  })
  const limits = { actions: 1_000_000_000, spend_cap_usd: 1_000_000_000, requests_per_minute: 100_000 }
  const { key } = await makeTenant(service, limits)
  const list = await listOf(service, key)
  const file = join(folder, 'list.json')
  writeFileSync(file, list.text)
  const echo = await startProcess({}, 'bench/echo.ts', [file], { watched: false })
  const tool = (name: string, given: unknown) =>
    request(service, key, 'POST /v1/mcp', rpc('tools/call', { name, arguments: given }))
  try {
    console.log(
      `\n${ROUNDS} interleaved rounds of ${SLICE_MS / 1_000} s, ${CONNECTIONS} connections, medians`,
    )
    console.log('| what | ratio | goal | requests/s | base requests/s |\n|---|---|---|---|---|')
    for (const pair of [
      {
        what: 'tools/call against POST, no database',
        ours: tool('bench_free', { text: TEXT }),
        base: request(service, key, 'POST /v1/bench/free', { text: TEXT }),
        goal: 0.8,
      },
      {
        what: 'tools/call against POST, metered',
        ours: tool('bench_metered', { text: TEXT }),
        base: request(service, key, 'POST /v1/bench/metered', { text: TEXT }),
        goal: 0.8,
      },
      {
        what: 'tools/call against GET, one read',
        ours: tool('tenant_get', {}),
        base: request(service, key, 'GET /v1/tenant'),
        goal: 0.8,
      },
      {
        what: `tools/list, ${list.tools} tools, ${Buffer.byteLength(list.text)} bytes, against an echo of them`,
        ours: request(service, key, 'POST /v1/mcp', rpc('tools/list', {})),
        base: request(echo, key, 'POST /v1/mcp', rpc('tools/list', {})),
        goal: 0.5,
      },
    ])
      await compare(loader, pair)
  } finally {
    await loader.close()
    for (const server of [service, echo]) await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })

async function listOf(service: Server, key: string): Promise<{ text: string; tools: number }> {
  const { text } = await service.call('POST /mcp', { key, body: rpc('tools/list', {}) })
  const { tools } = (JSON.parse(text) as { result: { tools: unknown[] } }).result
  return { text, tools: tools.length }
}

function request(server: Server, key: string, route: string, body?: unknown): Load {
  const { port } = new URL(server.url)
  const text = body === undefined ? '' : JSON.stringify(body)
  const framing =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
  const head = [`${route} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${key}`, ...framing]
  return {
    port: Number(port),
    request: `${head.join('\r\n')}\r\n\r\n${text}`,
    connections: CONNECTIONS,
    ms: SLICE_MS,
  }
}

/** The order flips from round to round, so that drift of the machine hits both sides alike. */
async function compare(loader: Loader, { what, ours, base, goal }: Pair): Promise<void> {
  for (const load of [ours, base]) await rate(loader, { ...load, ms: 1_000 })
  const rounds: { our: number; their: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0
    const one = await rate(loader, first ? ours : base)
    const other = await rate(loader, first ? base : ours)
    rounds.push(first ? { our: one, their: other } : { our: other, their: one })
  }
  const ratio = median(rounds.map(({ our, their }) => our / their))
  const cells = [ratio.toFixed(2), goal, Math.round(median(rounds.map(({ our }) => our)))]
  console.log(`| ${what} | ${cells.join(' | ')} | ${Math.round(median(rounds.map(({ their }) => their)))} |`)
  if (ratio < goal) process.exitCode = 1
}

async function rate(loader: Loader, load: Load): Promise<number> {
  const { requests, ms, status } = await loader.run(load)
  if (status >= 300) throw new Error(`answered ${status}: ${load.request.split('\r\n', 1)[0]}`)
  return (requests / ms) * 1_000
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

if (import.meta.main) {
  await benchMcp()
  process.exit()
}
