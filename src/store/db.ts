import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Channel, Queryable, Statement, Tx } from '../kernel/context.ts'

export type Db = Queryable & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs a script of several statements, without parameters. Migrations and maintenance only. */
  script(text: string): Promise<void>
  listen(channel: Channel, heard: (payload: string) => void): () => void
  /** False while notices from other processes may be missed; caches that rely on them are then bypassed. */
  hearsOthers(): boolean
  /** How many statements were sent, for the benchmark's figure. */
  statements(): number
  embedded: boolean
  close(): Promise<void>
}

/** The database could not be reached or did not answer in time. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  /** The commit was sent and its answer lost: nobody knows whether it took effect. */
  readonly maybeCommitted: boolean

  constructor(cause: unknown, maybeCommitted = false) {
    super('the database cannot be reached', { cause })
    this.maybeCommitted = maybeCommitted
  }
}

const TURN_MS = 5
const INT8 = 20
const TIMESTAMPTZ = 1184

/** Counts and micro-dollars stay far below 2^53; times travel as the ISO text that the wire wants. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  },
}

/** How values travel, in every session. */
export const SESSION = { types }

type Notices = { emit(channel: Channel, payload: string): void; listen: Db['listen'] }

export function notices(): Notices {
  const heard = new Map<Channel, Set<(payload: string) => void>>()
  return {
    emit(channel, payload) {
      for (const listener of heard.get(channel) ?? []) listener(payload)
    },
    listen(channel, listener) {
      const set = heard.get(channel) ?? new Set()
      heard.set(channel, set.add(listener))
      return () => set.delete(listener)
    },
  }
}

/** One interface over one driver: a pool on a server, or the embedded database behind the same protocol. */
export function openDb(options: {
  pool: pg.Pool
  embedded: boolean
  notices: Notices
  hearsOthers(): boolean
  close(): Promise<void>
}): Db {
  const { pool, embedded, notices: local } = options
  const inTransaction = new AsyncLocalStorage<true>()
  let statements = 0

  /**
   * The embedded database answers without ever going through the event loop, so a long chain of statements would
   * keep every socket waiting. After a few milliseconds the chain lets the loop turn once.
   */
  let turnStarted = performance.now()
  function breathe(): Promise<void> | undefined {
    if (!embedded || performance.now() - turnStarted < TURN_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        turnStarted = performance.now()
        resolve()
      }),
    )
  }

  // Whoever waits for a statement hears of a lost connection from it. Without a listener the loss would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  async function send<T>(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<T & object>> {
    statements++
    const pause = breathe()
    if (pause !== undefined) await pause
    try {
      return await client.query<T & object>(statement as pg.QueryConfig)
    } catch (error) {
      throw unreachable(error) ? new StoreUnavailable(error) : error
    }
  }

  /** The pool's own way gives a connection up after any error, as if a value that cannot be bound had broken it. */
  async function sendAlone<T>(statement: Statement): Promise<pg.QueryResult<T & object>> {
    const client = await connect(pool)
    let broken: Error | undefined
    try {
      return await send<T>(client, statement)
    } catch (error) {
      if (error instanceof StoreUnavailable) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  function queryable(ask: <T>(statement: Statement) => Promise<pg.QueryResult<T & object>>): Queryable {
    return {
      rows: async <T>(statement: Statement) => (await ask<T>(statement)).rows as T[],
      row: async <T>(statement: Statement) => ((await ask<T>(statement)).rows[0] as T | undefined) ?? null,
      run: async (statement) => (await ask(statement)).rowCount ?? 0,
    }
  }

  /** The embedded database has one session: asking the pool from inside a transaction would wait for ever. */
  function outside(): Queryable {
    const direct = queryable(sendAlone)
    const guarded = <A, R>(ask: (statement: A) => R) => {
      return (statement: A): R => {
        if (inTransaction.getStore()) throw new Error('inside a transaction, use its tx and not the database')
        return ask(statement)
      }
    }
    return {
      rows: guarded(direct.rows) as Queryable['rows'],
      row: guarded(direct.row) as Queryable['row'],
      run: guarded(direct.run),
    }
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (inTransaction.getStore()) throw new Error('transactions do not nest')
    const client = await connect(pool)
    const said: [Channel, string][] = []
    const inside = queryable((statement) => send(client, statement))
    const tx: Tx = {
      ...inside,
      async notify(channel, payload) {
        said.push([channel, payload])
        if (!embedded)
          await inside.run({ name: 'h_notify', text: 'select pg_notify($1, $2)', values: [channel, payload] })
      },
    }
    let broken: Error | undefined
    try {
      await send(client, { name: 'h_begin', text: 'begin', values: [] })
      const result = await inTransaction.run(true, () => work(tx))
      await send(client, { name: 'h_commit', text: 'commit', values: [] }).catch((error) => {
        throw error instanceof StoreUnavailable ? new StoreUnavailable(error, true) : error
      })
      for (const [channel, payload] of said) local.emit(channel, payload)
      return result
    } catch (error) {
      if (error instanceof StoreUnavailable) broken = error
      else
        await send(client, { name: 'h_rollback', text: 'rollback', values: [] }).catch((cause) => {
          broken = cause
        })
      throw error
    } finally {
      // A connection in an unknown state must not serve the next caller.
      client.release(broken)
    }
  }

  return {
    ...outside(),
    transaction,
    script: async (text) => {
      await pool.query(text)
    },
    listen: local.listen,
    hearsOthers: options.hearsOthers,
    statements: () => statements,
    embedded,
    close: options.close,
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw unreachable(error) ? new StoreUnavailable(error) : error
  }
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 25006 (read-only standby), or no SQLSTATE at all. */
function unreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)) return /^(08|53|57P|25006)/.test(code)
  return /^E[A-Z_]+$/.test(code) || /terminat|timeout|Connection|not queryable|closed/i.test(error.message)
}
