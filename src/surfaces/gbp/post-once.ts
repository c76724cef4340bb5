import type { TenantContext } from '../../kernel/context.ts'
import { newId } from '../../kernel/ids.ts'
import { createPost, listPosts } from '../../providers/gbp/index.ts'
import type { LocalPost } from '../../providers/gbp/types.ts'
import { withGoogle } from './google.ts'
import { madeBy, type PostInput, toLocalPost } from './post-rules.ts'
import { findDoubt, insertPost, knownNames, removeAttempt, UNKNOWN } from './store.ts'

type Asked = { account_id: string; location: string; post: PostInput }

/**
 * Google knows no idempotency, and a reply can be lost after the post went out. So the attempt is written down first,
 * and whoever comes with the same post after an attempt whose end is not known looks for it before sending it again.
 */
export async function postOnce(
  ctx: TenantContext,
  asked: Asked,
): Promise<{ attempt: string; made: LocalPost }> {
  const { principal: owner } = ctx
  const doubt = await findDoubt(ctx.db, owner, asked.location, asked.post)
  if (doubt !== null) {
    const made = await lookFor(ctx, asked, doubt.created_at)
    if (made !== null) return { attempt: doubt.id, made }
  }
  const attempt = doubt?.id ?? (await begin(ctx, asked))
  const sent = await send(ctx, asked)
  if (sent.made !== null) return { attempt, made: sent.made }
  // A refusal posted nothing, so that nothing is left of the attempt. What an earlier one left in doubt stays so.
  if (!sent.doubtful && doubt === null) await removeAttempt(ctx.db, owner, attempt)
  throw sent.error
}

async function lookFor(ctx: TenantContext, asked: Asked, created_at: string): Promise<LocalPost | null> {
  const { app, principal: owner } = ctx
  const { account_id, location, post } = asked
  const posts = await withGoogle(app, owner, account_id, (google) => listPosts(google, location))
  return madeBy({ post, created_at }, posts, await knownNames(ctx.db, owner, location))
}

async function begin(ctx: TenantContext, asked: Asked): Promise<string> {
  const { simulated } = ctx.app.providers[ctx.principal.mode]
  const nothing = { external_name: '', state: UNKNOWN, search_url: null, simulated }
  const { id } = await insertPost(ctx.db, ctx.principal, { id: newId('post'), ...asked, ...nothing })
  return id
}

type Sent = { made: LocalPost } | { made: null; doubtful: boolean; error: unknown }

async function send(ctx: TenantContext, { account_id, location, post }: Asked): Promise<Sent> {
  let doubtful = false
  try {
    const made = await withGoogle(ctx.app, ctx.principal, account_id, async (google) => {
      const outcome = await createPost(google, location, toLocalPost(post))
      doubtful = !outcome.ok && (outcome.verdict === 'unknown' || outcome.code === 'server_error')
      return outcome
    })
    return { made }
  } catch (error) {
    return { made: null, doubtful, error }
  }
}
