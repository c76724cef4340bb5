import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { createClient, type Herald, isHeraldError, OPERATIONS } from '../src/index.ts'

describe('the SDK against the running service', () => {
  let app: TestApp
  let herald: Herald
  let tenant: { id: string; key: string }

  before(async () => {
    app = await startApp({ store: 'PGlite' })
    tenant = await app.tenant()
    herald = createClient({ apiKey: tenant.key, baseUrl: `${app.url}/v1` })
  })
  after(() => app?.close())

  test('every operation of the service has a method', () => {
    const known = Object.values(OPERATIONS).flatMap((group) =>
      Object.values(group).map(({ method, path }) => `${method} ${path}`),
    )
    assert.deepEqual(
      app.registry.operations.map(({ route }) => route).filter((route) => !known.includes(route)),
      [],
      'npm run openapi',
    )
  })

  test('a read answers typed data', async () => {
    const usage = await herald.usage.get()
    assert.equal(usage.tier, 'scale')
    assert.equal(usage.actions_limit, 1_000_000)
  })

  test('a public call needs no key, and the key it makes works', async () => {
    const anyone = createClient({ baseUrl: `${app.url}/v1` })
    const made = await anyone.checkout.free({ email: 'sdk@example.com' })
    const free = createClient({ apiKey: made.api_key, baseUrl: `${app.url}/v1` })
    assert.equal((await free.tenant.get()).tier, 'free')
    await assert.rejects(
      free.apiKeys.create({}),
      (error) => isHeraldError(error, 'forbidden') && error.status === 403,
    )
  })

  test('a write with one idempotency key takes effect once', async () => {
    const options = { idempotencyKey: 'once' }
    const first = await herald.apiKeys.create({ name: 'once' }, options)
    const again = await herald.apiKeys.create({ name: 'once' }, options)
    assert.equal(again.id, first.id)
    await assert.rejects(herald.apiKeys.create({ name: 'other' }, options), {
      code: 'idempotency_collision',
      status: 422,
    })
  })

  test('iterating over a list gives every row of every page once', async () => {
    const { key } = await app.tenant()
    const own = createClient({ apiKey: key, baseUrl: `${app.url}/v1` })
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => own.apiKeys.create({ name: `k${n}` })))
    const seen: string[] = []
    for await (const { id } of own.apiKeys.list({ limit: 2 })) seen.push(id)
    assert.equal(seen.length, 7)
    assert.ok(made.every(({ id }) => seen.includes(id)))
    const page = await own.apiKeys.list({ limit: 2 })
    assert.equal(page.api_keys.length, 2)
    assert.equal(typeof page.next_cursor, 'string')
  })

  test('a delete answers nothing, and then there is nothing to delete', async () => {
    const { id } = await herald.apiKeys.create({})
    assert.equal(await herald.apiKeys.remove({ id }), undefined)
    await assert.rejects(herald.apiKeys.remove({ id }), { code: 'not_found' })
  })

  test('errors carry the service’s words and the request id', async () => {
    await assert.rejects(herald.usage.listEvents({ limit: 1_000 }, { requestId: 'mine-1' }), (error) => {
      assert.ok(isHeraldError(error, 'validation_failed'))
      assert.match(error.message, /^limit: /)
      assert.equal(error.request_id, 'mine-1')
      return true
    })
  })

  test('pages and texts come as text', async () => {
    assert.match(await herald.service.llmsTxt(), /^# Herald/)
    assert.match(await herald.service.guide({ page: 'quickstart' }), /<h1/)
  })

  test('runs.wait follows a scan to its end and returns it with its output', async () => {
    const { key } = await app.tenant()
    const patient = createClient({ apiKey: key, baseUrl: `${app.url}/v1` })
    const { run_id } = await patient.aeo.scan({ brand: 'Acme', queries: ['best crm'], platforms: ['claude'] })
    const learnt: unknown[] = []
    const run = await patient.runs.wait(run_id, { onProgress: (news) => learnt.push(news.status) })
    assert.deepEqual([run.id, run.status], [run_id, 'completed'])
    assert.equal(run.output?.simulated, true)
    assert.ok(learnt.length > 0)
  })
})
