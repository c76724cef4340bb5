import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import type { Position } from '../../kernel/cursor.ts'
import { sql } from '../../store/sql.ts'
import type { PostInput } from './post-rules.ts'

type Owner = { tenant_id: string; mode: Mode }

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
