import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'
import type { Sums } from './decay-rules.ts'

export type PerformanceRow = {
  date: string
  page: string
  query: string
  clicks: number
  impressions: number
  position: number
}

type Owner = { tenant_id: string; mode: Mode }
export type Range = { from: string; to: string }

/** The last of several rows for one page, query and day counts, in one call as over several. */
function distinct(rows: readonly PerformanceRow[]): PerformanceRow[] {
  return [...new Map(rows.map((row) => [`${row.date}\n${row.page}\n${row.query}`, row])).values()]
}

/** Adds the rows, or replaces what is known of the same page, query and day. Returns how many there were. */
export async function saveRows(
  db: Queryable,
  owner: Owner,
  site: string,
  given: readonly PerformanceRow[],
): Promise<number> {
  const rows = distinct(given)
  const texts = [...new Set(rows.flatMap(({ page, query }) => [page, query]))]
  // In one order for everybody, so that two imports of the same pages wait for each other instead of deadlocking.
  await db.run(sql`
    insert into seo_terms (tenant_id, key, text)
    select distinct on (key) ${owner.tenant_id}, hashtextextended(text, 0) as key, text
    from unnest(${texts}::text[]) as t (text) order by key on conflict do nothing`)
  return db.run(sql`
    insert into seo_performance as p
      (tenant_id, mode, date, page_key, query_key, site, clicks, impressions, position_sum)
    select ${owner.tenant_id}, ${owner.mode}, date, hashtextextended(page, 0) as page_key,
      hashtextextended(query, 0) as query_key, ${site}, clicks, impressions, position * impressions
    from unnest(${rows.map((row) => row.date)}::date[], ${rows.map((row) => row.page)}::text[],
      ${rows.map((row) => row.query)}::text[], ${rows.map((row) => row.clicks)}::int[],
      ${rows.map((row) => row.impressions)}::int[], ${rows.map((row) => row.position)}::float8[])
      as r (date, page, query, clicks, impressions, position)
    order by date, page_key, query_key
    on conflict (tenant_id, mode, date, page_key, query_key) do update
      set site = excluded.site, clicks = excluded.clicks, impressions = excluded.impressions,
        position_sum = excluded.position_sum`)
}

/** The newest day there is a row for; null when there is none. */
export async function lastDay(db: Queryable, owner: Owner, site: string | null): Promise<string | null> {
  const row = await db.row<{ day: string }>(sql`
    select date::text as day from seo_performance
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
    order by date desc limit 1`)
  return row?.day ?? null
}

export type PageSums = { page: string; current: Sums; previous: Sums; year_before: Sums }

type SumsRow = { page: string } & Record<
  `${'now' | 'before' | 'year'}_${'clicks' | 'impressions' | 'position_sum'}`,
  number
>

/** Pages that lost at least the share against either period, most clicks lost first. */
export async function decayedPages(
  db: Queryable,
  owner: Owner,
  site: string | null,
  ranges: { current: Range; previous: Range; year_before: Range },
  rule: { min_impressions: number; min_drop: number; limit: number },
): Promise<PageSums[]> {
  const { current, previous, year_before: year } = ranges
  const kept = 1 - rule.min_drop
  const rows = await db.rows<SumsRow>(sql`
    with sums as (
      select page_key,
        coalesce(sum(clicks) filter (where date >= ${current.from}::date), 0) as now_clicks,
        coalesce(sum(impressions) filter (where date >= ${current.from}::date), 0) as now_impressions,
        coalesce(sum(position_sum) filter (where date >= ${current.from}::date), 0) as now_position_sum,
        coalesce(sum(clicks) filter (where date between ${previous.from}::date and ${previous.to}::date), 0) as before_clicks,
        coalesce(sum(impressions) filter (where date between ${previous.from}::date and ${previous.to}::date), 0) as before_impressions,
        coalesce(sum(position_sum) filter (where date between ${previous.from}::date and ${previous.to}::date), 0) as before_position_sum,
        coalesce(sum(clicks) filter (where date <= ${year.to}::date), 0) as year_clicks,
        coalesce(sum(impressions) filter (where date <= ${year.to}::date), 0) as year_impressions,
        coalesce(sum(position_sum) filter (where date <= ${year.to}::date), 0) as year_position_sum
      from seo_performance
      where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
        and (date between ${previous.from}::date and ${current.to}::date
          or date between ${year.from}::date and ${year.to}::date)
      group by page_key
    ), lost as (
      select *, greatest(
        case when before_impressions >= ${rule.min_impressions} and now_clicks <= before_clicks * ${kept}::float8
          then before_clicks - now_clicks else 0 end,
        case when year_impressions >= ${rule.min_impressions} and now_clicks <= year_clicks * ${kept}::float8
          then year_clicks - now_clicks else 0 end) as clicks_lost
      from sums
    )
    select t.text as page, l.now_clicks, l.now_impressions, l.now_position_sum, l.before_clicks, l.before_impressions,
      l.before_position_sum, l.year_clicks, l.year_impressions, l.year_position_sum
    from lost l join seo_terms t on t.tenant_id = ${owner.tenant_id} and t.key = l.page_key
    where l.clicks_lost > 0 order by l.clicks_lost desc, t.text limit ${rule.limit}`)
  return rows.map((row) => ({
    page: row.page,
    current: sumsOf(row.now_clicks, row.now_impressions, row.now_position_sum),
    previous: sumsOf(row.before_clicks, row.before_impressions, row.before_position_sum),
    year_before: sumsOf(row.year_clicks, row.year_impressions, row.year_position_sum),
  }))
}

function sumsOf(clicks: number, impressions: number, position_sum: number): Sums {
  return { clicks, impressions, position_sum }
}

export type SharedQuery = {
  query: string
  impressions: number
  top_changes: number
  pages: { page: string; clicks: number; impressions: number; position_sum: number }[]
}

/** Queries whose second page has at least the share and whose top page changed, most impressions first. */
export function sharedQueries(
  db: Queryable,
  owner: Owner,
  site: string | null,
  range: Range,
  rule: { min_impressions: number; min_share: number; limit: number },
): Promise<SharedQuery[]> {
  return db.rows(sql`
    with found as materialized (
      select date, query_key, page_key, clicks, impressions, position_sum from seo_performance
      where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
        and date between ${range.from}::date and ${range.to}::date
    ), pairs as (
      select query_key, page_key, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as position_sum
      from found group by query_key, page_key
    ), places as (
      select query_key, impressions, sum(impressions) over (partition by query_key) as total,
        row_number() over (partition by query_key order by impressions desc, page_key) as place
      from pairs
    ), shared as (
      select query_key, total from places
      where place = 2 and total >= ${rule.min_impressions} and impressions >= total * ${rule.min_share}::float8
    ), tops as (
      select distinct on (f.query_key, f.date) f.query_key, f.date, f.page_key
      from found f join shared s using (query_key)
      order by f.query_key, f.date, f.impressions desc, f.position_sum, f.page_key
    ), moves as (
      select query_key, page_key is distinct from lag(page_key) over (partition by query_key order by date)
        and row_number() over (partition by query_key order by date) > 1 as moved
      from tops
    ), changed as (
      select query_key, count(*) filter (where moved) as changes from moves group by query_key
      having count(*) filter (where moved) > 0
    ), chosen as (
      select s.query_key, s.total, c.changes from shared s join changed c using (query_key)
      order by s.total desc, s.query_key limit ${rule.limit}
    )
    select q.text as query, c.total::int8 as impressions, c.changes as top_changes,
      (select jsonb_agg(jsonb_build_object('page', t.text, 'clicks', p.clicks, 'impressions', p.impressions,
          'position_sum', p.position_sum) order by p.impressions desc, t.text)
        from pairs p join seo_terms t on t.tenant_id = ${owner.tenant_id} and t.key = p.page_key
        where p.query_key = c.query_key) as pages
    from chosen c join seo_terms q on q.tenant_id = ${owner.tenant_id} and q.key = c.query_key
    order by c.total desc, q.text`)
}
