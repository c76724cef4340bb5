import pg from 'pg'
import type { Channel } from '../kernel/context.ts'
import { type Db, notices, openDb, SESSION } from './db.ts'

const CHANNELS: readonly Channel[] = ['keys', 'jobs', 'runs', 'webhooks']
/** A statement that has not come back by then is given up, so that a frozen server cannot hold a request. */
const QUERY_TIMEOUT_MS = 10_000

export type ServerOptions = { url: string; max?: number; query_timeout_ms?: number }

/** PostgreSQL: a pool for the work and one connection of its own that listens. */
export async function openServer(options: ServerOptions): Promise<Db> {
  const local = notices()
  const pool = new pg.Pool({
    ...SESSION,
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 1_000,
    query_timeout: options.query_timeout_ms ?? QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
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
