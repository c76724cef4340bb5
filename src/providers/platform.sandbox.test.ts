/** Search Console, Business Profile, WordPress and Webflow against the sandbox: success and every way to fail. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mint } from '../../sandbox/oauth/tokens.ts'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import { CMS } from './cms/index.ts'
import type { CmsAccess } from './cms/types.ts'
import type { Failure, Outcome } from './contract.ts'
import { createPost, fetchMetrics, listLocations } from './gbp/index.ts'
import { querySearch } from './google/search-console.ts'
import { createGuardedCaller } from './guarded-caller.ts'
import { MOUNTS, type Platforms, sandboxPlatforms } from './platform.ts'

const caller = createGuardedCaller()
let sandbox: Sandbox
let platforms: Platforms

before(async () => {
  sandbox = await startSandbox({ day: '2026-11-10' })
  platforms = { caller, ...sandboxPlatforms(sandbox.url, 30_000) }
})
after(async () => {
  await caller.close()
  await sandbox.close()
})

const SCOPES = ['webmasters.readonly', 'business.manage'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
)

function google(username: string, scopes = SCOPES): string {
  return `Bearer ${mint('at', { platform: 'google', username, scopes })}`
}

const range = { property: 'sc-domain:acme.com', from: '2026-10-01', to: '2026-10-31', start_row: 0 }
const searched = (authorization: string, to = platforms) => querySearch(to, authorization, range)
const located = (authorization: string, to = platforms) => listLocations({ platforms: to, authorization })

function cms(kind: 'wordpress' | 'webflow', who: string, to = platforms): Promise<Outcome<unknown>> {
  const access: CmsAccess = {
    platforms: to,
    authorization:
      kind === 'wordpress' ? `Basic ${Buffer.from(`${who}:secret`).toString('base64')}` : `Bearer ${who}`,
    details: kind === 'wordpress' ? { site_url: 'https://blog.acme.com' } : { site_id: 'site1' },
  }
  return CMS[kind].find(access, `https://${kind === 'wordpress' ? 'blog.acme.com' : 'acme.com'}/pricing`)
}

const WAYS: Record<string, (who: string, to?: Platforms) => Promise<Outcome<unknown>>> = {
  'Search Console': (who, to) => searched(google(who), to),
  'Business Profile': (who, to) => located(google(who), to),
  WordPress: (who, to) => cms('wordpress', who, to),
  Webflow: (who, to) => cms('webflow', who, to),
}

function failureOf(outcome: Outcome<unknown>): Failure {
  assert.ok(!outcome.ok, JSON.stringify(outcome))
  return outcome
}

for (const [name, ask] of Object.entries(WAYS)) {
  test(`${name}: success, rate limit and error each get their verdict`, async () => {
    const good = await ask('acme')
    assert.ok(good.ok, JSON.stringify(good))
    const limited = failureOf(await ask('acme sandbox:rate_limit@api'))
    assert.deepEqual([limited.verdict, limited.code], ['retry_later', 'rate_limited'])
    assert.ok((limited.retry_after_ms ?? 0) > 0)
    assert.equal(failureOf(await ask('acme sandbox:error@api')).verdict, 'retry_later')
  })
}

for (const [name, ask] of Object.entries(WAYS)) {
  test(`${name}: one that hangs is given up at the deadline, and what became of it is unknown`, async () => {
    const hasty = { ...platforms, timeout_ms: 100 }
    const hung = failureOf(await ask('acme sandbox:timeout@api', hasty))
    assert.deepEqual([hung.verdict, hung.code], ['unknown', 'timeout'])
    const once = await ask(`${name} sandbox:timeout_once@api`, hasty)
    assert.equal(failureOf(once).code, 'timeout')
    const good = await ask(`${name} sandbox:timeout_once@api`)
    assert.ok(good.ok, 'the next try succeeds')
  })

  test(`${name}: a proxy is asked for the platform's own host and path, and the sandbox is such a proxy`, async () => {
    const bases = Object.fromEntries(MOUNTS.map((mount) => [mount, `${sandbox.url}/${mount}/`]))
    const proxied: Platforms = { caller, simulated: false, bases, timeout_ms: 30_000 }
    const through = await ask('acme', proxied)
    assert.deepEqual(through, await ask('acme'))
  })
}

test('without a sandbox nothing of a test key goes anywhere', async () => {
  for (const [name, ask] of Object.entries(WAYS)) {
    const nowhere = failureOf(await ask('acme', { caller, ...sandboxPlatforms(undefined, 30_000) }))
    assert.deepEqual([nowhere.verdict, nowhere.code], ['rejected', 'forbidden'], name)
  }
})

test('garbage is unknown, and what cannot be parsed is never taken for an empty answer', async () => {
  for (const name of Object.keys(WAYS)) {
    const outcome = failureOf((await WAYS[name]?.('acme sandbox:garbage@api')) ?? { ok: true, value: null })
    assert.deepEqual([outcome.verdict, outcome.code], ['unknown', 'bad_response'], name)
  }
})

test('an ended or unknown token is a matter of reconnecting, and so is a scope that was not granted', async () => {
  for (const outcome of [
    await searched('Bearer nobody'),
    await located('Bearer nobody'),
    await located(google('acme sandbox:invalid_token@api')),
    await cms('webflow', 'invalid'),
    await cms('wordpress', 'invalid'),
  ]) {
    const failure = failureOf(outcome)
    assert.deepEqual([failure.verdict, failure.code], ['reconnect', 'invalid_credentials'])
  }
  const narrow = failureOf(await located(google('acme', [SCOPES[0] ?? ''])))
  assert.deepEqual([narrow.verdict, narrow.status], ['reconnect', 403])
})

test('rows, metrics and posts have the values that Google gave them', async () => {
  const rows = await searched(google('acme'))
  assert.ok(rows.ok && rows.value.length > 100)
  for (const { date, page, clicks, impressions, position } of rows.value) {
    assert.match(date, /^2026-10-\d\d$/)
    assert.ok(page.startsWith('https://acme.com/') && clicks <= impressions && position >= 1)
  }
  const none = await querySearch(platforms, google('acme'), { ...range, start_row: 100_000 })
  assert.deepEqual(none, { ok: true, value: [] })
  const me = { platforms, authorization: google('acme') }
  const locations = await listLocations(me)
  assert.ok(locations.ok && locations.value[0] !== undefined)
  const { id, primary_category, verified } = locations.value[0]
  assert.deepEqual([primary_category, verified], ['Plumber', true])
  const metrics = await fetchMetrics(me, id, { from: '2026-10-01', to: '2026-10-03' })
  assert.ok(metrics.ok && metrics.value.every(({ days }) => days.length === 3))
  const post = await createPost(me, id, { summary: 'Hello', topicType: 'STANDARD', languageCode: 'en' })
  assert.ok(post.ok && post.value.name.startsWith(`${id}/localPosts/`))
  const refused = failureOf(await createPost(me, id, { summary: 'Hello', topicType: 'EVENT' }))
  assert.deepEqual([refused.verdict, refused.code], ['rejected', 'invalid_request'])
})
