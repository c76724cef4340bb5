import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable, Tx } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'
import { brandKey, panelOf, type ScanPlan } from './scan-input.ts'

export type ScanKey = { tenant_id: string; id: string }

export type ScanRow = ScanPlan & {
  tenant_id: string
  id: string
  mode: Mode
  simulated: boolean
  panel: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  error_message: string | null
  created_at: string
  completed_at: string | null
}

/** Which scans belong together: a tenant's live or test ones, and never simulated with real ones. */
export type World = { tenant_id: string; mode: Mode; simulated: boolean }

/** A scan that exists already stays as it is, so that whoever starts one may say so again. */
export async function saveScan(tx: Queryable, world: World, id: string, plan: ScanPlan): Promise<void> {
  await tx.run(sql`
    insert into aeo_scans (tenant_id, id, mode, simulated, brand_key, brand, competitors, queries, platforms, panel,
      repeats, location, language)
    values (${world.tenant_id}, ${id}, ${world.mode}, ${world.simulated}, ${brandKey(plan.brand.name)},
      ${JSON.stringify(plan.brand)}::jsonb, ${JSON.stringify(plan.competitors)}::jsonb,
      ${JSON.stringify(plan.queries)}::jsonb, ${JSON.stringify(plan.platforms)}::jsonb, ${panelOf(plan)},
      ${plan.repeats}, ${plan.location === null ? null : JSON.stringify(plan.location)}::jsonb, ${plan.language})
    on conflict (tenant_id, id) do nothing`)
}

/** A scan is complete when its answers are; until then its run says how it stands, and when it failed. */
export function findScan(db: Queryable, key: ScanKey, mode: Mode): Promise<ScanRow | null> {
  return db.row(sql`
    select s.tenant_id, s.id, s.mode, s.simulated, s.brand, s.competitors, s.queries, s.platforms, s.panel, s.repeats,
      s.location, s.language, s.created_at, r.error_message,
      coalesce(s.completed_at, case when r.status = 'failed' then r.completed_at end) as completed_at,
      case when s.completed_at is not null then 'completed' else r.status end as status
    from aeo_scans s join runs r on r.tenant_id = s.tenant_id and r.id = s.id
    where s.tenant_id = ${key.tenant_id} and s.id = ${key.id} and s.mode = ${mode}`)
}

export function listScans(
  db: Queryable,
  of: { tenant_id: string; mode: Mode; brand: string | null },
  after: Position | null,
  limit: number,
): Promise<ScanRow[]> {
  const key = of.brand === null ? null : brandKey(of.brand)
  return db.rows(sql`
    select s.tenant_id, s.id, s.mode, s.simulated, s.brand, s.competitors, s.queries, s.platforms, s.panel, s.repeats,
      s.location, s.language, s.created_at, r.error_message,
      coalesce(s.completed_at, case when r.status = 'failed' then r.completed_at end) as completed_at,
      case when s.completed_at is not null then 'completed' else r.status end as status
    from aeo_scans s join runs r on r.tenant_id = s.tenant_id and r.id = s.id
    where s.tenant_id = ${of.tenant_id} and s.mode = ${of.mode}
      and (${key}::text is null or s.brand_key = ${key})
      and (${after?.created_at ?? null}::timestamptz is null
        or (s.created_at, s.id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::text))
    order by s.created_at desc, s.id desc limit ${limit + 1}`)
}

const placeOf = (of: Pick<ScanPlan, 'location' | 'language'>) =>
  of.location === null ? null : JSON.stringify(of.location)

export type Completed = {
  /** Null for any brand: then the newest scan decides which. */
  brand: string | null
  platform?: string | null
  days?: number | null
  /** Only scans made before this one. */
  before?: Position | null
  panel?: string | null
  /** Only scans asked from the same place in the same language as this one. */
  like?: Pick<ScanPlan, 'location' | 'language'> | null
}

/** Complete scans of one world, newest first. */
export function completedScans(
  db: Queryable,
  world: World,
  of: Completed,
  limit: number,
): Promise<ScanRow[]> {
  const key = of.brand === null ? null : brandKey(of.brand)
  const before = of.before ?? null
  const like = of.like ?? null
  return db.rows(sql`
    select s.tenant_id, s.id, s.mode, s.simulated, s.brand, s.competitors, s.queries, s.platforms, s.panel, s.repeats,
      s.location, s.language, s.created_at, s.completed_at, null as error_message, 'completed' as status
    from aeo_scans s
    where s.tenant_id = ${world.tenant_id} and s.mode = ${world.mode} and s.simulated = ${world.simulated}
      and s.completed_at is not null and (${key}::text is null or s.brand_key = ${key})
      and (${of.platform ?? null}::text is null or s.platforms ? ${of.platform ?? null}::text)
      and (${of.days ?? null}::int is null
        or s.created_at > herald_now() - make_interval(days => ${of.days ?? null}::int))
      and (${of.panel ?? null}::text is null or s.panel = ${of.panel ?? null})
      and (${like === null} or (s.location is not distinct from ${like && placeOf(like)}::jsonb
        and s.language is not distinct from ${like?.language ?? null}::text))
      and (${before?.created_at ?? null}::timestamptz is null
        or (s.created_at, s.id) < (${before?.created_at ?? null}::timestamptz, ${before?.id ?? null}::text))
    order by s.created_at desc, s.id desc limit ${limit}`)
}

/** Keys of the gaps of the scans before this one that asked the same, the latest first. */
export async function gapHistory(db: Queryable, scan: ScanRow, limit: number): Promise<Set<string>[]> {
  const rows = await db.rows<{ gap_keys: string[] }>(sql`
    select gap_keys from aeo_scans
    where tenant_id = ${scan.tenant_id} and mode = ${scan.mode} and simulated = ${scan.simulated}
      and brand_key = ${brandKey(scan.brand.name)} and panel = ${scan.panel} and gap_keys is not null
      and location is not distinct from ${placeOf(scan)}::jsonb and language is not distinct from ${scan.language}::text
      and (created_at, id) < (${scan.created_at}::timestamptz, ${scan.id}::text)
    order by created_at desc, id desc limit ${limit}`)
  return rows.map((row) => new Set(row.gap_keys))
}

export async function finishScan(tx: Tx, key: ScanKey, gapKeys: readonly string[]): Promise<void> {
  await tx.run(sql`
    update aeo_scans set gap_keys = ${JSON.stringify(gapKeys)}::jsonb, completed_at = coalesce(completed_at, herald_now())
    where tenant_id = ${key.tenant_id} and id = ${key.id}`)
}
