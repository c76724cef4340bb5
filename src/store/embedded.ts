import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { type Db, notices, openDb, SESSION } from './db.ts'

/** PGlite in a folder, or in memory when the folder is null. */
export async function openEmbedded(folder: string | null): Promise<Db> {
  const release = folder === null ? () => {} : lockFolder(folder)
  const lite = await PGlite.create(folder === null ? 'memory://' : join(folder, 'pglite'))
  return overPglite(lite, release)
}

/** The one interface over a PGlite that is open. It has one session, so transactions take turns. */
export async function overPglite(lite: PGlite, closed: () => void = () => {}): Promise<Db> {
  // Filling a new segment of the log with zeros stops everything for up to 300 ms, several times a minute under load.
  await lite.exec('set timezone to UTC; set wal_init_zero to off')
  const pool = new pg.Pool({
    ...createPgConfig(inOneGo(lite)),
    types: SESSION.types,
    max: 1,
    idleTimeoutMillis: 0,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  return openDb({
    pool,
    embedded: true,
    notices: notices(),
    hearsOthers: () => true,
    close: async () => {
      await pool.end()
      await lite.close()
      closed()
    },
  })
}

const SYNC = 0x53
const QUERY = 0x51

/**
 * The driver says each statement in four messages, and PGlite's bridge hands over each by itself, at as much as the
 * statement costs. They are gathered here until the one that ends them.
 */
function inOneGo(lite: PGlite): PGlite {
  let gathered: Uint8Array[] = []
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    gathered.push(message)
    if (message[0] !== SYNC && message[0] !== QUERY) return []
    const messages = Buffer.concat(gathered)
    gathered = []
    return lite.execProtocolStream(messages, options)
  }
  return Object.assign(Object.create(lite), { execProtocolStream })
}

/**
 * PGlite does not lock its folder, and two processes on one lose rows. SQLite's file lock does it for us: the
 * system drops it when the process dies, however it dies, so there is never a stale lock to clean up.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const owner = join(folder, 'owner')
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(
      `the data folder ${folder} is in use by another Herald (process ${holder(owner)}). ` +
        'Stop that one, set DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL server.',
      { cause },
    )
  }
  writeFileSync(owner, String(process.pid))
  return () => lock.close()
}

function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}
