import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'

export type PerformanceRow = {
  date: string
  page: string
  query: string
  clicks: number
  impressions: number
  position: number
}

type Owner = { tenant_id: string; mode: Mode }

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
    on conflict (tenant_id, mode, site, date, page_key, query_key) do update
      set clicks = excluded.clicks, impressions = excluded.impressions,
        position_sum = excluded.position_sum`)
}

/**
 * The newest day of each site that has rows, or of the one that is asked for. Days that have not begun anywhere do not
 * count. Each site is one step along the key, however many rows it has.
 */
export function newestDays(
  db: Queryable,
  owner: Owner,
  site: string | null,
): Promise<{ site: string; day: string }[]> {
  return db.rows(sql`
    with recursive s as (
      (select site from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and (${site}::text is null or site = ${site})
        order by site limit 1)
      union all
      select (select p.site from seo_performance p
        where p.tenant_id = ${owner.tenant_id} and p.mode = ${owner.mode} and p.site > s.site and ${site}::text is null
        order by p.site limit 1)
      from s where s.site is not null
    )
    select s.site, d.day from s cross join lateral (
      select date::text as day from seo_performance p
      where p.tenant_id = ${owner.tenant_id} and p.mode = ${owner.mode} and p.site = s.site
        and p.date <= ((herald_now() at time zone 'UTC')::date + 1)
      order by p.date desc limit 1) d
    order by d.day desc, s.site`)
}
