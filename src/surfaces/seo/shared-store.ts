import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'
import { SHARE_UNITS, shareUnits } from './decay-rules.ts'

type Owner = { tenant_id: string; mode: Mode }
type SiteRange = { site: string; current: { from: string; to: string } }
type Scope = { owner: Owner; sites: string[]; from: string[]; to: string[] }
/** A query of a site, which is named by its place in the scope. Keys are 64 bits wide and travel as text. */
type SiteKey = { n: number; key: string }

/** Of the queries that several pages share, the largest so many are looked at day by day. */
const MOST_SHARED = 1_000

export type SharedQuery = {
  site: string
  query: string
  impressions: number
  top_changes: number
  pages: { page: string; clicks: number; impressions: number; position_sum: number }[]
}

/**
 * Queries whose second page of the same site has at least the share and whose top page changed, most impressions
 * first. Three passes over the same days instead of one statement that joins its own parts: the planner cannot
 * estimate those joins.
 */
export async function sharedQueries(
  db: Queryable,
  owner: Owner,
  ranges: readonly SiteRange[],
  rule: { min_impressions: number; min_share: number; limit: number },
): Promise<SharedQuery[]> {
  const sites = ranges.map(({ site }) => site)
  const [from, to] = [ranges.map(({ current }) => current.from), ranges.map(({ current }) => current.to)]
  const scope = { owner, sites, from, to }
  const shared = await sharedKeys(db, scope, rule)
  if (shared.length === 0) return []
  const changed = await changedTops(db, scope, shared)
  const changes = new Map(changed.map((row) => [nameOf(row), row.changes]))
  const chosen = shared.filter((key) => changes.has(nameOf(key))).slice(0, rule.limit)
  const rows = await pagesOf(db, scope, chosen)
  return chosen.flatMap((key) => {
    const own = rows.filter((row) => nameOf(row) === nameOf(key))
    const first = own[0]
    if (first === undefined) return []
    return [
      {
        site: sites[key.n - 1] ?? '',
        query: first.query,
        impressions: own.reduce((sum, row) => sum + row.impressions, 0),
        top_changes: changes.get(nameOf(key)) ?? 0,
        pages: own.map(({ page, clicks, impressions, position_sum }) => ({
          page,
          clicks,
          impressions,
          position_sum,
        })),
      },
    ]
  })
}

function nameOf({ n, key }: SiteKey): string {
  return `${n} ${key}`
}

function keysOf(wanted: readonly SiteKey[]): string[] {
  return [...new Set(wanted.map(({ key }) => key))]
}

async function sharedKeys(
  db: Queryable,
  { owner, sites, from, to }: Scope,
  rule: { min_impressions: number; min_share: number },
): Promise<SiteKey[]> {
  return db.rows(sql`
    select n::int as n, query_key::text as key from (
      select n, query_key, impressions, sum(impressions) over (partition by n, query_key) as total,
        row_number() over (partition by n, query_key order by impressions desc, page_key) as place
      from (
        select w.n, p.query_key, p.page_key, sum(p.impressions) as impressions
        from unnest(${sites}::text[], ${from}::date[], ${to}::date[]) with ordinality as w (site, "from", "to", n)
        join seo_performance p on p.tenant_id = ${owner.tenant_id} and p.mode = ${owner.mode} and p.site = w.site
          and p.date between w."from" and w."to"
        group by w.n, p.query_key, p.page_key) pairs) places
    where place = 2 and total >= ${rule.min_impressions} and impressions * ${SHARE_UNITS}::bigint >= total * ${shareUnits(rule.min_share)}::bigint
    order by total desc, n, query_key limit ${MOST_SHARED}`)
}

/**
 * On how many days another page had most impressions than the day before; the better position decides a tie. The
 * greatest array is found by hashing, where ranking the rows would sort them all.
 */
function changedTops(
  db: Queryable,
  { owner, sites, from, to }: Scope,
  keys: readonly SiteKey[],
): Promise<(SiteKey & { changes: number })[]> {
  return db.rows(sql`
    select n::int as n, query_key::text as key, count(*)::int as changes from (
      select n, query_key, top[3] as page_key,
        lag(top[3]) over (partition by n, query_key order by date) as before
      from (
        select w.n, p.query_key, p.date,
          max(array[p.impressions, -round(p.position_sum)::bigint, p.page_key]) as top
        from unnest(${sites}::text[], ${from}::date[], ${to}::date[]) with ordinality as w (site, "from", "to", n)
        join seo_performance p on p.tenant_id = ${owner.tenant_id} and p.mode = ${owner.mode} and p.site = w.site
          and p.date between w."from" and w."to" and p.query_key = any(${keysOf(keys)}::bigint[])
        group by w.n, p.query_key, p.date) days) tops
    where before is not null and before <> page_key group by n, query_key`)
}

type PageRow = SiteKey & {
  query: string
  page: string
  clicks: number
  impressions: number
  position_sum: number
}

function pagesOf(
  db: Queryable,
  { owner, sites, from, to }: Scope,
  keys: readonly SiteKey[],
): Promise<PageRow[]> {
  return db.rows(sql`
    select s.n::int as n, s.query_key::text as key, q.text as query, t.text as page, s.clicks, s.impressions,
      s.position_sum
    from (
      select w.n, p.query_key, p.page_key, sum(p.clicks) as clicks, sum(p.impressions) as impressions,
        sum(p.position_sum) as position_sum
      from unnest(${sites}::text[], ${from}::date[], ${to}::date[]) with ordinality as w (site, "from", "to", n)
      join seo_performance p on p.tenant_id = ${owner.tenant_id} and p.mode = ${owner.mode} and p.site = w.site
        and p.date between w."from" and w."to" and p.query_key = any(${keysOf(keys)}::bigint[])
      group by w.n, p.query_key, p.page_key) s
    join seo_terms q on q.tenant_id = ${owner.tenant_id} and q.key = s.query_key
    join seo_terms t on t.tenant_id = ${owner.tenant_id} and t.key = s.page_key
    order by s.impressions desc, t.text`)
}
