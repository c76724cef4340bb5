import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Tx } from '../kernel/context.ts'
import type { Db } from './db.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
/** Any constant will do, as long as every process takes the same one. */
const LOCK = 727_462

type Migration = { name: string; text: string; checksum: string }

function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** Brings the schema up to date, once, however many processes start together. Forward only. */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = readMigrations()
  return db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK})`)
    await tx.run(sql`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
    const done = new Map(
      (
        await tx.rows<{ name: string; checksum: string }>(sql`select name, checksum from schema_migrations`)
      ).map((row) => [row.name, row.checksum]),
    )
    const applied: string[] = []
    for (const migration of migrations) {
      const before = done.get(migration.name)
      if (before === migration.checksum) continue
      if (before !== undefined) {
        throw new Error(
          `migration ${migration.name} was changed after it had been applied; add a new one instead`,
        )
      }
      await apply(tx, migration)
      applied.push(migration.name)
    }
    return applied
  })
}

async function apply(tx: Tx, migration: Migration): Promise<void> {
  // An unnamed statement without parameters travels by the simple protocol, which takes a whole script.
  await tx.run({ name: '', text: migration.text, values: [] })
  await tx.run(
    sql`insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`,
  )
}
