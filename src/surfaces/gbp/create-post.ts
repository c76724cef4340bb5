import { newId } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { businessAccount, locationOf } from './google.ts'
import { postOnce } from './post-once.ts'
import { PostInput } from './post-rules.ts'
import { Post, postExample, presentPost } from './posts.ts'
import { endAttempt, insertPost } from './store.ts'

export default operation({
  id: 'gbp.create-post',
  route: 'POST /gbp/posts',
  summary: 'Post to a business profile',
  description:
    'An update, event, offer or alert on a location. Google has no idempotency of its own: send an Idempotency-Key, so that a retry does not post twice. When its reply is lost, the same request looks for the post first.',
  scope: 'gbp:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: PostInput,
  output: { 201: Post },
  errors: {
    account_not_connected: 'No Google account with Business Profile is connected.',
    provider_failed: 'Google did not answer. Nothing is charged, and the same request may be sent again.',
  },
  example: { input: { summary: 'Open on Saturdays from now on.' }, output: postExample },
  async handle(ctx, input) {
    const { app, principal } = ctx
    const account_id = await businessAccount(app, principal, input)
    const location = await locationOf(app, principal, account_id, input.location_id)
    const asked = { account_id, location: location.id, post: input }
    const { attempt, made } = await postOnce(ctx, asked)
    return ctx.commit(async (tx) => {
      const { state, search_url } = made
      const told = { external_name: made.name, state, search_url }
      const { simulated } = app.providers[principal.mode]
      const row =
        (await endAttempt(tx, principal, attempt, told)) ??
        (await insertPost(tx, principal, { id: newId('post'), ...asked, ...told, simulated }))
      return reply.created(presentPost(row))
    })
  },
})
