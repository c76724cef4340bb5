import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'
import type { Range } from './performance-store.ts'

type Owner = { tenant_id: string; mode: Mode }
type Scope = { owner: Owner; site: string | null; range: Range }

/** Of the queries that several pages share, the largest so many are looked at day by day. */
const MOST_SHARED = 1_000

export type SharedQuery = {
  query: string
  impressions: number
  top_changes: number
  pages: { page: string; clicks: number; impressions: number; position_sum: number }[]
}

/**
 * Queries whose second page has at least the share and whose top page changed, most impressions first. Three passes
 * over the same days instead of one statement that joins its own parts: the planner cannot estimate those joins.
 */
export async function sharedQueries(
  db: Queryable,
  owner: Owner,
  site: string | null,
  range: Range,
  rule: { min_impressions: number; min_share: number; limit: number },
): Promise<SharedQuery[]> {
  const scope = { owner, site, range }
  const shared = await sharedKeys(db, scope, rule)
  if (shared.length === 0) return []
  const changed = await changedTops(db, scope, shared)
  const changes = new Map(changed.map(({ key, changes: count }) => [key, count]))
  const chosen = shared.filter((key) => changes.has(key)).slice(0, rule.limit)
  const rows = await pagesOf(db, scope, chosen)
  return chosen.flatMap((key) => {
    const own = rows.filter((row) => row.key === key)
    const first = own[0]
    if (first === undefined) return []
    return [
      {
        query: first.query,
        impressions: own.reduce((sum, row) => sum + row.impressions, 0),
        top_changes: changes.get(key) ?? 0,
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

/** Keys are 64 bits wide and travel as text, since a number would lose the end of them. */
async function sharedKeys(
  db: Queryable,
  { owner, site, range }: Scope,
  rule: { min_impressions: number; min_share: number },
): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select query_key::text as key from (
      select query_key, impressions, sum(impressions) over (partition by query_key) as total,
        row_number() over (partition by query_key order by impressions desc, page_key) as place
      from (
        select query_key, page_key, sum(impressions) as impressions from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
          and date between ${range.from}::date and ${range.to}::date
        group by query_key, page_key) pairs) places
    where place = 2 and total >= ${rule.min_impressions} and impressions >= total * ${rule.min_share}::float8
    order by total desc, query_key limit ${MOST_SHARED}`)
  return rows.map(({ key }) => key)
}

/**
 * On how many days another page had most impressions than the day before; the better position decides a tie. The
 * greatest array is found by hashing, where ranking the rows would sort them all.
 */
function changedTops(
  db: Queryable,
  { owner, site, range }: Scope,
  keys: readonly string[],
): Promise<{ key: string; changes: number }[]> {
  return db.rows(sql`
    select query_key::text as key, count(*)::int as changes from (
      select query_key, top[3] as page_key, lag(top[3]) over (partition by query_key order by date) as before from (
        select query_key, date, max(array[impressions, -round(position_sum)::bigint, page_key]) as top
        from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
          and date between ${range.from}::date and ${range.to}::date and query_key = any(${keys}::bigint[])
        group by query_key, date) days) tops
    where before is not null and before <> page_key group by query_key`)
}

type PageRow = {
  key: string
  query: string
  page: string
  clicks: number
  impressions: number
  position_sum: number
}

function pagesOf(db: Queryable, { owner, site, range }: Scope, keys: readonly string[]): Promise<PageRow[]> {
  return db.rows(sql`
    select s.query_key::text as key, q.text as query, t.text as page, s.clicks, s.impressions, s.position_sum
    from (
      select query_key, page_key, sum(clicks) as clicks, sum(impressions) as impressions,
        sum(position_sum) as position_sum
      from seo_performance
      where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
        and date between ${range.from}::date and ${range.to}::date and query_key = any(${keys}::bigint[])
      group by query_key, page_key) s
    join seo_terms q on q.tenant_id = ${owner.tenant_id} and q.key = s.query_key
    join seo_terms t on t.tenant_id = ${owner.tenant_id} and t.key = s.page_key
    order by s.impressions desc, t.text`)
}
