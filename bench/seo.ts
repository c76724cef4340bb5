/**
 * Content decay and cannibalization over a million stored rows of one tenant, on a real PostgreSQL, beside another
 * million of others. Prints how long each answer takes and fails when one takes more than a second or no index is used.
 * `node bench/seo.ts`
 */

import type { Queryable, Statement } from '../src/kernel/context.ts'
import type { Db } from '../src/store/db.ts'
import { openServer } from '../src/store/server.ts'
import { sql } from '../src/store/sql.ts'
import { MIN_SHARE } from '../src/surfaces/seo/cannibalization-rules.ts'
import { MIN_IMPRESSIONS, shareUnits, windowsFrom } from '../src/surfaces/seo/decay-rules.ts'
import { decayedPages } from '../src/surfaces/seo/decay-store.ts'
import { newestDays } from '../src/surfaces/seo/performance-store.ts'
import { sharedQueries } from '../src/surfaces/seo/shared-store.ts'
import { startCluster } from '../test/postgres.ts'

const LIMIT_MS = 1_000
const ROWS = 1_000_000
const STEP = 50_000

type Load = { name: string; tenant: string; days: number; sites: number }

/** Sixteen months is what Search Console keeps; ninety days is the same number of rows in the periods compared. */
const LOADS: Load[] = [
  { name: 'a million rows over 16 months', tenant: 'ten_years', days: 485, sites: 1 },
  { name: 'a million rows over 90 days', tenant: 'ten_dense', days: 90, sites: 1 },
  { name: 'a million rows of 50 sites', tenant: 'ten_agency', days: 90, sites: 50 },
]

async function fill(db: Db, { tenant, days, sites }: Load): Promise<void> {
  await db.run(sql`
    insert into seo_terms (tenant_id, key, text)
    select ${tenant}, hashtextextended(text, 0), text from (
      select 'https://acme.com/page/' || n as text from generate_series(0, 1999) n
      union all select 'query number ' || n from generate_series(0, 19999) n) t on conflict do nothing`)
  for (let from = 0; from < ROWS; from += STEP) {
    await db.run(sql`
      insert into seo_performance (tenant_id, mode, date, page_key, query_key, site, clicks, impressions, position_sum)
      select ${tenant}, 'live', date '2026-11-10' - (n % ${days}::int),
        hashtextextended('https://acme.com/page/' || ((n / ${days}::int) * 7 % 2000), 0),
        hashtextextended('query number ' || ((n / ${days}::int) % 1500), 0),
        case when ${sites}::int = 1 then 'acme.com' else 'site' || (n / ${days}::int % ${sites}::int) || '.com' end,
        (random() * 4)::int, 5 + (random() * 30)::int, 60 + random() * 200
      from generate_series(${from}::int, ${from + STEP - 1}::int) n on conflict do nothing`)
  }
}

/** Answers as the database does, and keeps the plan of every statement beside. */
function explaining(db: Db, plans: string[]): Queryable {
  const rows = async <T>(statement: Statement): Promise<T[]> => {
    const text = `explain (costs off) ${statement.text}`
    const plan = await db.rows<{ 'QUERY PLAN': string }>({ ...statement, name: `x${statement.name}`, text })
    plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'))
    return db.rows<T>(statement)
  }
  return { rows, row: db.row, run: db.run }
}

async function timed(ask: () => Promise<unknown[]>): Promise<{ ms: number; rows: number }> {
  const times: number[] = []
  let rows = 0
  for (let round = 0; round < 8; round++) {
    const started = performance.now()
    rows = (await ask()).length
    times.push(performance.now() - started)
  }
  return { ms: Math.max(...times), rows }
}

async function measure(db: Db, load: Load): Promise<boolean> {
  const owner = { tenant_id: load.tenant, mode: 'live' } as const
  const newest = async (on: Queryable) =>
    (await newestDays(on, owner, null)).map(({ site, day }) => ({ site, ...windowsFrom(day) }))
  const decayRule = { min_impressions: MIN_IMPRESSIONS, min_drop_units: shareUnits(0.2), limit: 20 }
  const sharedRule = { min_impressions: MIN_IMPRESSIONS, min_share: MIN_SHARE, limit: 20 }
  const asks: [string, (on: Queryable) => Promise<unknown[]>][] = [
    ['content decay', async (on) => decayedPages(on, owner, await newest(on), decayRule)],
    ['cannibalization', async (on) => sharedQueries(on, owner, await newest(on), sharedRule)],
  ]
  let good = true
  for (const [name, ask] of asks) {
    const plans: string[] = []
    await ask(explaining(db, plans))
    const indexed = plans.every((plan) => /Index/.test(plan) && !/Seq Scan on seo_performance/.test(plan))
    const { ms, rows } = await timed(() => ask(db))
    good &&= indexed && ms <= LIMIT_MS
    console.log(
      `  ${name.padEnd(18)}${ms.toFixed(0).padStart(6)} ms slowest of 8 · ${rows} rows · ${indexed ? 'index' : 'NO INDEX'}`,
    )
    if (process.env.PLAN) console.log(plans.join('\n\n'))
  }
  return good
}

const cluster = await startCluster()
const db = await openServer({ url: await cluster.database(), query_timeout_ms: 300_000 })
let good = true
for (const load of LOADS) await fill(db, load)
await db.script('vacuum analyze seo_performance')
for (const load of LOADS) {
  console.log(load.name)
  good = (await measure(db, load)) && good
}
await db.close()
await cluster.stop()
process.exitCode = good ? 0 : 1
