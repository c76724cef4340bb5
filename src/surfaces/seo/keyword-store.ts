import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { newId, uuidv7 } from '../../kernel/ids.ts'
import type { LimitOverrides, Tier } from '../../kernel/plans.ts'
import { sql } from '../../store/sql.ts'
import { type Rank, sameText, type Target } from './rank-rules.ts'

export type Schedule = 'daily' | 'weekly'
export type KeywordRow = Target & {
  id: string
  mode: Mode
  schedule: Schedule | null
  key_id: string
  last_error: string | null
  /** The check that is queued; null for what is not tracked. */
  next_check: string | null
  created_at: string
}
type Owner = { tenant_id: string; mode: Mode; key: { id: string } }

/** The target's one row, made if this is the first look at it. `tracked` is whether it already had a schedule. */
export async function saveKeyword(
  db: Queryable,
  owner: Owner,
  target: Target,
  schedule: Schedule | null,
): Promise<KeywordRow & { tracked: boolean }> {
  const [keyword, location] = [sameText(target.keyword), sameText(target.location)]
  const row = await db.row<KeywordRow & { tracked: boolean }>(sql`
    with old as (
      select id, schedule from seo_keywords
      where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and keyword_key = ${keyword}
        and domain = ${target.domain} and location_key = ${location} and device = ${target.device})
    insert into seo_keywords as k (tenant_id, id, mode, keyword, keyword_key, domain, location, location_key, device,
      schedule, key_id)
    values (${owner.tenant_id}, ${newId('kw')}, ${owner.mode}, ${target.keyword}, ${keyword}, ${target.domain},
      ${target.location}, ${location}, ${target.device}, ${schedule}, ${owner.key.id})
    on conflict (tenant_id, mode, keyword_key, domain, location_key, device) do update
      set schedule = coalesce(excluded.schedule, k.schedule), key_id = excluded.key_id
    returning k.id, k.mode, k.keyword, k.domain, k.location, k.device, k.schedule, k.key_id, k.last_error, k.next_check,
      k.created_at, exists (select 1 from old where old.schedule is not null) as tracked`)
  if (row === null) throw new Error('the keyword came back empty')
  return row
}

export async function saveRank(
  db: Queryable,
  tenantId: string,
  keywordId: string,
  rank: Rank,
): Promise<void> {
  await db.run(sql`
    insert into seo_ranks (tenant_id, keyword_id, id, position, result, checked_at)
    values (${tenantId}, ${keywordId}, ${uuidv7()}::uuid, ${rank.position}, ${JSON.stringify(rank)}::jsonb,
      ${rank.checked_at})`)
  await db.run(sql`
    update seo_keywords set last_error = null
    where tenant_id = ${tenantId} and id = ${keywordId} and last_error is not null`)
}

export function listKeywords(
  db: Queryable,
  owner: Owner,
  after: Position | null,
  limit: number,
): Promise<(KeywordRow & { latest: Rank | null })[]> {
  return db.rows(sql`
    select k.id, k.mode, k.keyword, k.domain, k.location, k.device, k.schedule, k.key_id, k.last_error, k.next_check,
      k.created_at, (select r.result from seo_ranks r where r.tenant_id = k.tenant_id and r.keyword_id = k.id
        order by r.id desc limit 1) as latest
    from seo_keywords k
    where k.tenant_id = ${owner.tenant_id} and k.mode = ${owner.mode} and k.schedule is not null
      and (${after?.created_at ?? null}::timestamptz is null
        or (k.created_at, k.id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}))
    order by k.created_at desc, k.id desc limit ${limit + 1}`)
}

/** The latest result of everything that was ever looked up, tracked or not. */
export function listRankings(
  db: Queryable,
  owner: Owner,
  domain: string | null,
  after: Position | null,
  limit: number,
): Promise<{ id: string; created_at: string; tracked: boolean; latest: Rank }[]> {
  return db.rows(sql`
    select k.id, k.created_at, k.schedule is not null as tracked, r.result as latest
    from seo_keywords k
    cross join lateral (select result from seo_ranks
      where tenant_id = k.tenant_id and keyword_id = k.id order by id desc limit 1) r
    where k.tenant_id = ${owner.tenant_id} and k.mode = ${owner.mode}
      and (${domain}::text is null or k.domain = ${domain})
      and (${after?.created_at ?? null}::timestamptz is null
        or (k.created_at, k.id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}))
    order by k.created_at desc, k.id desc limit ${limit + 1}`)
}

export function findKeyword(
  db: Queryable,
  tenantId: string,
  mode: Mode,
  id: string,
): Promise<KeywordRow | null> {
  return db.row(sql`
    select id, mode, keyword, domain, location, device, schedule, key_id, last_error, next_check, created_at
    from seo_keywords
    where tenant_id = ${tenantId} and mode = ${mode} and id = ${id}`)
}

export function listHistory(
  db: Queryable,
  tenantId: string,
  keywordId: string,
  before: string | null,
  limit: number,
): Promise<{ id: string; created_at: string; result: Rank }[]> {
  return db.rows(sql`
    select id, checked_at as created_at, result from seo_ranks
    where tenant_id = ${tenantId} and keyword_id = ${keywordId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit + 1}`)
}

/** What was found stays, since it may have been looked up for its own sake. False when it is not tracked. */
export async function stopTracking(
  db: Queryable,
  tenantId: string,
  mode: Mode,
  id: string,
): Promise<boolean> {
  const stopped = await db.run(sql`
    update seo_keywords set schedule = null, next_check = null, last_error = null
    where tenant_id = ${tenantId} and mode = ${mode} and id = ${id} and schedule is not null`)
  return stopped > 0
}

export async function setNextCheck(
  db: Queryable,
  tenantId: string,
  id: string,
  checkId: string,
): Promise<void> {
  await db.run(sql`
    update seo_keywords set next_check = ${checkId}::uuid where tenant_id = ${tenantId} and id = ${id}`)
}

export async function noteError(db: Queryable, tenantId: string, id: string, message: string): Promise<void> {
  await db.run(
    sql`update seo_keywords set last_error = ${message} where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export type PayerRow = {
  tier: Tier
  limits: LimitOverrides
  overages_enabled: boolean
  suspended: boolean
}

/** Who pays for what runs without a request. */
export function findPayer(db: Queryable, tenantId: string): Promise<PayerRow | null> {
  return db.row(sql`select tier, limits, overages_enabled, suspended from tenants where id = ${tenantId}`)
}
