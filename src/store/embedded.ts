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
    ...createPgConfig(lite),
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
