import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'
import type { PostInput } from './post-rules.ts'

type Owner = { tenant_id: string; mode: Mode }

/** Of a post that was sent, and of which Google has not said what became of it. */
export const UNKNOWN = 'UNKNOWN'

export type PostRow = {
  id: string
  location: string
  external_name: string
  post: PostInput
  state: string
  search_url: string | null
  simulated: boolean
  created_at: string
}

export async function insertPost(
  db: Queryable,
  owner: Owner,
  post: Omit<PostRow, 'created_at'> & { account_id: string },
): Promise<PostRow> {
  const row = await db.row<PostRow>(sql`
    insert into gbp_posts (tenant_id, id, mode, account_id, location, external_name, post, state, search_url, simulated)
    values (${owner.tenant_id}, ${post.id}, ${owner.mode}, ${post.account_id}, ${post.location}, ${post.external_name},
      ${JSON.stringify(post.post)}::jsonb, ${post.state}, ${post.search_url}, ${post.simulated})
    returning id, location, external_name, post, state, search_url, simulated, created_at`)
  if (row === null) throw new Error('the post came back empty')
  return row
}

export function listPosts(
  db: Queryable,
  owner: Owner,
  after: Position | null,
  limit: number,
): Promise<PostRow[]> {
  return db.rows(sql`
    select id, location, external_name, post, state, search_url, simulated, created_at from gbp_posts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode}
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}))
    order by created_at desc, id desc limit ${limit + 1}`)
}

/**
 * An attempt whose end nobody knows, at the same post on the same location. Of a day: who sends the same text later
 * means it.
 */
export function findDoubt(
  db: Queryable,
  owner: Owner,
  location: string,
  post: PostInput,
): Promise<{ id: string; created_at: string } | null> {
  return db.row(sql`
    select id, created_at from gbp_posts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and location = ${location} and state = ${UNKNOWN}
      and post = ${JSON.stringify(post)}::jsonb and created_at > herald_now() - interval '24 hours'
    order by created_at desc, id desc limit 1`)
}

/** Google's names for what is recorded already. */
export async function knownNames(db: Queryable, owner: Owner, location: string): Promise<Set<string>> {
  const rows = await db.rows<{ external_name: string }>(sql`
    select external_name from gbp_posts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and location = ${location}
      and state <> ${UNKNOWN}`)
  return new Set(rows.map(({ external_name }) => external_name))
}

/** Null when another request has ended this attempt meanwhile. */
export function endAttempt(
  db: Queryable,
  owner: Owner,
  id: string,
  made: Pick<PostRow, 'external_name' | 'state' | 'search_url'>,
): Promise<PostRow | null> {
  return db.row(sql`
    update gbp_posts set external_name = ${made.external_name}, state = ${made.state}, search_url = ${made.search_url}
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and state = ${UNKNOWN}
    returning id, location, external_name, post, state, search_url, simulated, created_at`)
}

export async function removeAttempt(db: Queryable, owner: Owner, id: string): Promise<void> {
  await db.run(sql`
    delete from gbp_posts
    where tenant_id = ${owner.tenant_id} and mode = ${owner.mode} and id = ${id} and state = ${UNKNOWN}`)
}
