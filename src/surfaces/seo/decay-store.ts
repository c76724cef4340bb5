import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'
import { SHARE_UNITS, type SiteWindows, type Sums } from './decay-rules.ts'

type Owner = { tenant_id: string; mode: Mode }

export type PageSums = { site: string; page: string; current: Sums; previous: Sums; year_before: Sums }

type SumsRow = { site: string; page: string } & Record<
  `${'now' | 'before' | 'year'}_${'clicks' | 'impressions' | 'position_sum'}`,
  number
>

/**
 * Pages that lost at least the share against either period of their site, most clicks lost first. Counts and shares are
 * whole numbers on both sides of every comparison, so that this and the rule in JavaScript cannot disagree at an edge.
 */
export async function decayedPages(
  db: Queryable,
  owner: Owner,
  sites: readonly SiteWindows[],
  rule: { min_impressions: number; min_drop_units: number; limit: number },
): Promise<PageSums[]> {
  const days = (period: 'current' | 'previous' | 'year_before', edge: 'from' | 'to') =>
    sites.map((windows) => windows[period][edge])
  const rows = await db.rows<SumsRow>(sql`
    with w as (
      select * from unnest(${sites.map(({ site }) => site)}::text[],
        ${days('current', 'from')}::date[], ${days('current', 'to')}::date[],
        ${days('previous', 'from')}::date[], ${days('previous', 'to')}::date[],
        ${days('year_before', 'from')}::date[], ${days('year_before', 'to')}::date[])
        with ordinality as w (site, now_from, now_to, before_from, before_to, year_from, year_to, n)
    ), sums as (
      select w.n, r.page_key,
        coalesce(sum(clicks) filter (where period = 0), 0) as now_clicks,
        coalesce(sum(impressions) filter (where period = 0), 0) as now_impressions,
        coalesce(sum(position_sum) filter (where period = 0), 0) as now_position_sum,
        coalesce(sum(clicks) filter (where period = 1), 0) as before_clicks,
        coalesce(sum(impressions) filter (where period = 1), 0) as before_impressions,
        coalesce(sum(position_sum) filter (where period = 1), 0) as before_position_sum,
        coalesce(sum(clicks) filter (where period = 2), 0) as year_clicks,
        coalesce(sum(impressions) filter (where period = 2), 0) as year_impressions,
        coalesce(sum(position_sum) filter (where period = 2), 0) as year_position_sum
      from w cross join lateral (
        select 0 as period, page_key, clicks, impressions, position_sum from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and site = w.site
          and date between w.now_from and w.now_to
        union all
        select 1, page_key, clicks, impressions, position_sum from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and site = w.site
          and date between w.before_from and w.before_to
        union all
        select 2, page_key, clicks, impressions, position_sum from seo_performance
        where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and site = w.site
          and date between w.year_from and w.year_to) r
      group by w.n, r.page_key
    ), lost as (
      select *, greatest(
        case when before_impressions >= ${rule.min_impressions}
            and (before_clicks - now_clicks) * ${SHARE_UNITS}::bigint >= before_clicks * ${rule.min_drop_units}::bigint
          then before_clicks - now_clicks else 0 end,
        case when year_impressions >= ${rule.min_impressions}
            and (year_clicks - now_clicks) * ${SHARE_UNITS}::bigint >= year_clicks * ${rule.min_drop_units}::bigint
          then year_clicks - now_clicks else 0 end) as clicks_lost
      from sums
    )
    select w.site, t.text as page, l.now_clicks, l.now_impressions, l.now_position_sum, l.before_clicks,
      l.before_impressions, l.before_position_sum, l.year_clicks, l.year_impressions, l.year_position_sum
    from lost l join w on w.n = l.n join seo_terms t on t.tenant_id = ${owner.tenant_id} and t.key = l.page_key
    where l.clicks_lost > 0 order by l.clicks_lost desc, t.text, w.n limit ${rule.limit}`)
  return rows.map((row) => ({
    site: row.site,
    page: row.page,
    current: sumsOf(row.now_clicks, row.now_impressions, row.now_position_sum),
    previous: sumsOf(row.before_clicks, row.before_impressions, row.before_position_sum),
    year_before: sumsOf(row.year_clicks, row.year_impressions, row.year_position_sum),
  }))
}

function sumsOf(clicks: number, impressions: number, position_sum: number): Sums {
  return { clicks, impressions, position_sum }
}
