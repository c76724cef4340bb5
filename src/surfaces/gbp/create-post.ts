import { newId } from '../../kernel/ids.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { createPost } from '../../providers/gbp/index.ts'
import { businessAccount, locationOf, withGoogle } from './google.ts'
import { PostInput, toLocalPost } from './post-rules.ts'
import { Post, postExample, presentPost } from './posts.ts'
import { insertPost } from './store.ts'

export default operation({
  id: 'gbp.create-post',
  route: 'POST /gbp/posts',
  summary: 'Post to a business profile',
  description:
    'An update, event, offer or alert on a location. Google has no idempotency of its own: send an Idempotency-Key, so that a retry does not post twice.',
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
    provider_failed: 'Google did not answer. Nothing is charged.',
  },
  example: { input: { summary: 'Open on Saturdays from now on.' }, output: postExample },
  async handle(ctx, input) {
    const { app, principal } = ctx
    const account_id = await businessAccount(app, principal, input)
    const location = await locationOf(app, principal, account_id, input.location_id)
    const made = await withGoogle(app, principal, account_id, (google) =>
      createPost(google, location.id, toLocalPost(input)),
    )
    return ctx.commit(async (tx) => {
      const row = await insertPost(tx, principal, {
        id: newId('post'),
        account_id,
        location: location.id,
        external_name: made.name,
        post: input,
        state: made.state,
        search_url: made.search_url,
        simulated: app.providers[principal.mode].simulated,
      })
      return reply.created(presentPost(row))
    })
  },
})
