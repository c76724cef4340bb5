import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Cms } from '../../providers/cms/index.ts'
import type { Values } from '../../providers/cms/types.ts'
import { sql } from '../../store/sql.ts'

type Owner = { tenant_id: string; mode: Mode }

export function findDomain(db: Queryable, owner: Owner, siteId: string): Promise<{ domain: string } | null> {
  return db.row(sql`
    select domain from sites where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${siteId}`)
}

export type ChangeRow = {
  id: string
  site_id: string
  url: string
  deploy_mode: Cms
  account_id: string
  target: Record<string, string>
  before: Values
  after: Values
  status: 'applying' | 'applied' | 'rolling_back' | 'rolled_back'
}

/** Written before the page is, so that whatever happens in between can be taken back. */
export async function insertChange(
  db: Queryable,
  owner: Owner,
  row: Omit<ChangeRow, 'status'>,
): Promise<void> {
  await db.run(sql`
    insert into onpage_changes (tenant_id, id, mode, site_id, url, deploy_mode, account_id, target, before, after)
    values (${owner.tenant_id}, ${row.id}, ${owner.mode}, ${row.site_id}, ${row.url}, ${row.deploy_mode},
      ${row.account_id}, ${JSON.stringify(row.target)}::jsonb, ${JSON.stringify(row.before)}::jsonb,
      ${JSON.stringify(row.after)}::jsonb)`)
}

/** `after` is what the page really has now, which a rollback will look for. */
export async function markApplied(db: Queryable, owner: Owner, id: string, after: Values): Promise<void> {
  await db.run(sql`
    update onpage_changes set status = 'applied', after = ${JSON.stringify(after)}::jsonb
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and status = 'applying'`)
}

/** Longer than all of a rollback's calls together may take, so that only a holder that died is overtaken. */
const LEASE_SECONDS = 600

/** Of two at once one has it: the other finds it taken. */
export async function takeForRollback(db: Queryable, owner: Owner, id: string): Promise<boolean> {
  const taken = await db.run(sql`
    update onpage_changes set status = 'rolling_back',
      leased_until = herald_now() + make_interval(secs => ${LEASE_SECONDS}::float8)
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id}
      and (status in ('applying', 'applied')
        or (status = 'rolling_back' and coalesce(leased_until, '-infinity') < herald_now()))`)
  return taken > 0
}

/** How a rollback ended: applied again when nothing came of it. */
export async function endRollback(
  db: Queryable,
  owner: Owner,
  id: string,
  to: 'applied' | 'rolled_back',
): Promise<void> {
  await db.run(sql`
    update onpage_changes set status = ${to}, leased_until = null,
      rolled_back_at = case when ${to} = 'rolled_back' then herald_now() end
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and status = 'rolling_back'`)
}

export async function removeChange(db: Queryable, owner: Owner, id: string): Promise<void> {
  await db.run(sql`
    delete from onpage_changes
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and status = 'applying'`)
}

export function findChange(db: Queryable, owner: Owner, id: string): Promise<ChangeRow | null> {
  return db.row(sql`
    select id, site_id, url, deploy_mode, account_id, target, before, after, status from onpage_changes
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id}`)
}
