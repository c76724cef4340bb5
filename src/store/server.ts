import pg from 'pg'
import type { Channel } from '../kernel/context.ts'
import { type Db, notices, openDb, SESSION } from './db.ts'

const CHANNELS: readonly Channel[] = ['keys', 'jobs', 'runs', 'webhooks']
/** A statement that has not come back by then is given up, so that a frozen server cannot hold a request. */
const QUERY_TIMEOUT_MS = 10_000
const GATE_TIMEOUT_MS = 1_500
const GATE_CONNECTIONS = 4

/**
 * The server gives up a little before we do: a statement that we no longer wait for must not take effect later.
 * A lock is waited for half as long, and a transaction that was forgotten open is ended.
 */
function sessionOptions(timeoutMs: number): string {
  const limits = {
    timezone: 'UTC',
    statement_timeout: Math.round(timeoutMs * 0.8),
    lock_timeout: Math.round(timeoutMs * 0.4),
    idle_in_transaction_session_timeout: timeoutMs * 2,
  }
  return Object.entries(limits)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

export type ServerOptions = { url: string; max?: number; query_timeout_ms?: number }

/** PostgreSQL: a pool for the work and one connection of its own that listens. */
export async function openServer(options: ServerOptions): Promise<Db> {
  const local = notices()
  const pool = openPool(options.url, options.max ?? 10, options.query_timeout_ms ?? QUERY_TIMEOUT_MS)
  const ear = startListening(options.url, (channel, payload) => local.emit(channel, payload))
  await ear.first
  return openDb({
    pool,
    embedded: false,
    notices: local,
    hearsOthers: ear.connected,
    close: async () => {
      await ear.close()
      await pool.end()
    },
  })
}

/** A few connections for the gates, which give up soon and listen to nobody: a refusal must not wait. */
export function openGates(url: string): Db {
  return openApart(url, GATE_CONNECTIONS, GATE_TIMEOUT_MS)
}

/** Connections for one purpose, which nobody else can use up. Nobody listens on them. */
export function openApart(url: string, max: number, query_timeout_ms: number): Db {
  const pool = openPool(url, max, query_timeout_ms)
  return openDb({
    pool,
    embedded: false,
    notices: notices(),
    hearsOthers: () => false,
    close: () => pool.end(),
  })
}

function openPool(url: string, max: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...SESSION,
    options: sessionOptions(timeoutMs),
    connectionString: url,
    max,
    connectionTimeoutMillis: 1_000,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

function startListening(url: string, heard: (channel: Channel, payload: string) => void) {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  async function attempt(): Promise<void> {
    const fresh = new pg.Client({
      ...SESSION,
      connectionString: url,
      connectionTimeoutMillis: 1_000,
      keepAlive: true,
    })
    const lost = () => {
      if (client === fresh) client = null
      if (!closed && timer === null) timer = setTimeout(again, 250)
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', (notice) => heard(notice.channel as Channel, notice.payload ?? ''))
    await fresh.connect()
    for (const channel of CHANNELS) await fresh.query(`listen ${channel}`)
    client = fresh
    // Whatever was said while nobody listened is unknown: an empty payload means "everything may have changed".
    for (const channel of CHANNELS) heard(channel, '')
  }

  async function again(): Promise<void> {
    timer = null
    await attempt().catch(() => {
      if (!closed && timer === null) timer = setTimeout(again, 250)
    })
  }

  return {
    first: attempt(),
    connected: () => client !== null,
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await client?.end()
    },
  }
}
