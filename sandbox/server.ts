import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN_MOUNT, admin } from './admin.ts'
import { anthropic } from './anthropic.ts'
import { dataforseo } from './dataforseo.ts'
import { deepseek } from './deepseek.ts'
import { type Family, type FamilyMaker, json, type Reply, type SandboxRequest, type World } from './family.ts'
import { gemini } from './gemini.ts'
import { google } from './google.ts'
import { createLedger, type Stats } from './ledger.ts'
import { createMarket, type TaughtBrand } from './market/brands.ts'
import { meta } from './meta.ts'
import { oauth } from './oauth.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'
import { serpapi } from './serpapi.ts'
import { type Faults, type Latency, latencyFor, NO_FAULTS } from './settings.ts'
import { stripe } from './stripe.ts'
import { dns, web } from './web.ts'
import { webflow } from './webflow.ts'
import { wordpress } from './wordpress.ts'
import { xai } from './xai.ts'

export type { Stats } from './ledger.ts'

/** Every platform family. A new one is a file of its own and a line here. */
export const mounts: readonly FamilyMaker[] = [
  openai,
  anthropic,
  gemini,
  perplexity,
  xai,
  deepseek,
  meta,
  dataforseo,
  serpapi,
  stripe,
  oauth,
  web,
  dns,
  google,
  wordpress,
  webflow,
]

export type SandboxOptions = {
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** One delay for all, or delays by family or platform name with `default` for the rest. */
  latency_ms?: number | Latency
  faults?: Partial<Faults>
  /** The day the world is in, fixed or asked for on every request; today (UTC) if not given. */
  day?: string | (() => string)
  /** Brands the market knows from the start, as POST /_sandbox/market teaches them. */
  brands?: readonly TaughtBrand[]
}

export type Mount = Pick<Family, 'name' | 'mount' | 'plays' | 'platforms'>

export type Sandbox = {
  url: string
  port: number
  mounts: readonly Mount[]
  close(): Promise<void>
  stats(): Stats
}

const LONGEST_HOLD_MS = 120_000
const LARGEST_BODY = 20 * 1024 * 1024

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1'
  const latency =
    typeof options.latency_ms === 'number' ? { default: options.latency_ms } : (options.latency_ms ?? {})
  const holds = new Set<NodeJS.Timeout>()
  let url = ''
  const world = createWorld(options, () => url)
  const families = assemble(world, options)
  const server = createServer((incoming, response) => {
    void serve(incoming, response, { families, world, latency, holds })
  })
  // Longer than any client's pool keeps a connection, so that reuse never meets a closing socket.
  server.keepAliveTimeout = 75_000
  const port = await listen(server, options.port ?? 0, host)
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    url,
    port,
    mounts: described(families),
    stats: () => world.ledger.stats(),
    async close() {
      for (const hold of holds) clearTimeout(hold)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function createWorld(options: SandboxOptions, url: () => string): World {
  const { day } = options
  const today = typeof day === 'function' ? day : () => day ?? new Date().toISOString().slice(0, 10)
  const kinds = options.faults?.kinds ?? ['error', 'rate_limit']
  const faults = { ...NO_FAULTS, kinds, ...options.faults }
  return { url, day: today, market: createMarket(), ledger: createLedger(), faults }
}

/** Families are made anew on reset, so that whatever state they keep is gone with the old ones. */
function assemble(world: World, options: SandboxOptions): Map<string, Family> {
  const families = new Map<string, Family>()
  function reset(): void {
    world.ledger.clear()
    world.market.forget()
    for (const brand of options.brands ?? []) world.market.teach(brand)
    for (const make of mounts) {
      const family = make(world)
      families.set(family.mount, family)
    }
  }
  reset()
  families.set(ADMIN_MOUNT, admin(world, reset))
  return families
}

type Hall = { families: Map<string, Family>; world: World; latency: Latency; holds: Set<NodeJS.Timeout> }

async function serve(incoming: IncomingMessage, response: ServerResponse, hall: Hall): Promise<void> {
  try {
    const target = new URL(incoming.url ?? '/', 'http://sandbox')
    const mount = `/${target.pathname.split('/')[1] ?? ''}`
    const family = hall.families.get(mount)
    const raw = await bodyOf(incoming)
    if (family === undefined) return write(response, directory(hall.families, target.pathname), hall)
    const request: SandboxRequest = {
      method: incoming.method ?? 'GET',
      path: target.pathname.slice(mount.length) || '/',
      query: target.searchParams,
      headers: incoming.headers,
      raw,
    }
    if (mount !== ADMIN_MOUNT) hall.world.ledger.request(family.name)
    const reply = await family.handle(request)
    const wait = mount === ADMIN_MOUNT ? 0 : latencyFor(hall.latency, [...family.platforms, family.name])
    if (wait > 0) await delay(wait)
    write(response, reply, hall)
  } catch (error) {
    if (incoming.destroyed && !incoming.complete) return
    write(response, json(500, { error: `The sandbox itself failed: ${String(error)}` }), hall)
  }
}

function write(response: ServerResponse, reply: Reply, hall: Hall): void {
  if (response.destroyed) return
  if (reply.kind === 'drop') {
    response.destroy()
    return
  }
  if (reply.kind === 'hold') {
    const hold = setTimeout(() => response.destroy(), LONGEST_HOLD_MS)
    hall.holds.add(hold)
    response.on('close', () => {
      clearTimeout(hold)
      hall.holds.delete(hold)
    })
    return
  }
  const length =
    reply.status === 204 || reply.status === 304 ? {} : { 'content-length': Buffer.byteLength(reply.body) }
  // Whatever comes from here says so, whichever platform it plays.
  response.writeHead(reply.status, { 'x-sandbox': 'true', ...length, ...reply.headers })
  response.end(reply.body)
}

function directory(families: Map<string, Family>, path: string): Reply {
  const list = described(families)
  if (path === '/') return json(200, { sandbox: true, mounts: list })
  return json(404, { error: `Nothing is mounted at ${path}.`, mounts: list.map((entry) => entry.mount) })
}

function described(families: Map<string, Family>): Mount[] {
  return [...families.values()].map(({ name, mount, plays, platforms }) => ({
    name,
    mount,
    plays,
    platforms,
  }))
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const piece: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += piece.length
    if (size > LARGEST_BODY) throw new Error('the body is larger than 20 MB')
    chunks.push(piece)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // A server that listens on a host and port has an address with a port.
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
