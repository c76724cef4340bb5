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

export async function moveChange(
  db: Queryable,
  owner: Owner,
  id: string,
  from: readonly ChangeRow['status'][],
  to: ChangeRow['status'],
): Promise<boolean> {
  const moved = await db.run(sql`
    update onpage_changes set status = ${to},
      rolled_back_at = case when ${to} = 'rolled_back' then herald_now() end
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and status = any(${from}::text[])`)
  return moved > 0
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
