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

/** The newest day there is a row for; null when there is none. Days that have not begun anywhere do not count. */
export async function lastDay(db: Queryable, owner: Owner, site: string | null): Promise<string | null> {
  const row = await db.row<{ day: string }>(sql`
    select date::text as day from seo_performance
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
      and date <= ((herald_now() at time zone 'UTC')::date + 1)
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
      from (
        select page_key, date, clicks, impressions, position_sum from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
          and date between ${previous.from}::date and ${current.to}::date
        union all
        select page_key, date, clicks, impressions, position_sum from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
          and date between ${year.from}::date and ${year.to}::date) rows
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
