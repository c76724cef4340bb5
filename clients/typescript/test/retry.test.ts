import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type HeraldError, isHeraldError } from '../src/index.ts'
import { envelope, startFake } from './fake-server.ts'

const OK = { status: 200, body: { ok: true } }
const CREATED = { status: 201, body: { id: 'key_1' } }

describe('what the client sends again', () => {
  let fake: Awaited<ReturnType<typeof startFake>>
  before(async () => {
    fake = await startFake()
  })
  after(() => fake?.close())

  const failure = async (call: Promise<unknown>): Promise<HeraldError> => {
    const error = await call.then(
      () => assert.fail('it should have failed'),
      (thrown: unknown) => thrown,
    )
    assert.ok(isHeraldError(error))
    return error
  }

  test('429 is sent again after exactly Retry-After seconds', async () => {
    const limited = { ...envelope(429, 'rate_limited', { retry_after: 7 }), headers: { 'retry-after': '7' } }
    const { herald, waits } = fake.client([limited, OK])
    await herald.usage.get()
    assert.deepEqual(waits, [7_000])
  })

  test('500, 502 and 503 back off exponentially with jitter', async () => {
    const gateway = {
      status: 502,
      body: '<html>bad gateway</html>',
      headers: { 'content-type': 'text/html' },
    }
    const { herald, waits } = fake.client([
      envelope(500, 'server_error'),
      gateway,
      envelope(503, 'unavailable', { retry_after: 1 }),
      OK,
    ])
    await herald.usage.get()
    assert.deepEqual(waits, [375, 750, 1_500])
    assert.equal(fake.asked.length, 4)
  })

  test('jitter spreads the wait between half and the whole of it', async () => {
    for (const [random, expected] of [
      [0, 250],
      [1, 500],
    ] as const) {
      const { herald, waits } = fake.client([envelope(500, 'server_error'), OK], { random: () => random })
      await herald.usage.get()
      assert.deepEqual(waits, [expected])
    }
  })

  test('a 503 that asks for a longer wait gets it', async () => {
    const { herald, waits } = fake.client([envelope(503, 'unavailable', { retry_after: 5 }), OK])
    await herald.usage.get()
    assert.deepEqual(waits, [5_000])
  })

  test('a time-out and a lost connection are sent again', async () => {
    const { herald, waits } = fake.client(['hang', 'reset', OK], { timeoutMs: 150 })
    await herald.usage.get()
    assert.deepEqual(waits, [375, 750])
  })

  for (const [status, code] of [
    [400, 'validation_failed'],
    [401, 'unauthorized'],
    [402, 'quota_exceeded'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [410, 'claim_consumed'],
    [422, 'idempotency_collision'],
    [501, 'not_implemented'],
  ] as const) {
    test(`${status} ${code} is never sent again`, async () => {
      const { herald, waits } = fake.client([envelope(status, code, { retry_after: 1 }), OK])
      const error = await failure(herald.apiKeys.create({}))
      assert.deepEqual([error.status, error.code, waits, fake.asked.length], [status, code, [], 1])
    })
  }

  test('a write keeps one Idempotency-Key and one body over all its attempts, and another call has another', async () => {
    const { herald } = fake.client([envelope(500, 'server_error'), 'reset', CREATED])
    await herald.apiKeys.create({ name: 'a' })
    const keys = fake.asked.map(({ headers }) => headers['idempotency-key'])
    assert.equal(fake.asked.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.deepEqual(new Set(fake.asked.map(({ body }) => body)), new Set(['{"name":"a"}']))
    await herald.apiKeys.create({ name: 'a' })
    assert.notEqual(fake.asked[3]?.headers['idempotency-key'], keys[0])
  })

  test('a read and a write that takes none carry no Idempotency-Key', async () => {
    const { herald } = fake.client([OK])
    await herald.usage.get()
    await herald.checkout.free({ email: 'a@example.com' })
    assert.deepEqual(
      fake.asked.map(({ headers }) => headers['idempotency-key']),
      [undefined, undefined],
    )
  })

  test('a retried write waits for its own first attempt, which is still being worked on', async () => {
    const { herald, waits } = fake.client(['reset', envelope(409, 'conflict', { retry_after: 1 }), CREATED])
    await herald.apiKeys.create({})
    assert.deepEqual(waits, [375, 1_000])
  })

  test('retries end, and the last error comes back whole', async () => {
    const { herald, waits } = fake.client(
      [envelope(500, 'server_error', { fix_hint: 'wait', docs_url: 'https://d' })],
      {
        maxRetries: 2,
      },
    )
    const error = await failure(herald.usage.get())
    assert.equal(waits.length, 2)
    assert.deepEqual(
      [error.code, error.status, error.fix_hint, error.docs_url, error.request_id, error.message],
      ['server_error', 500, 'wait', 'https://d', 'req-1', 'this is server_error'],
    )
  })

  test('a wait beyond patience is the caller’s to take', async () => {
    const { herald, waits } = fake.client([envelope(429, 'rate_limited', { retry_after: 86_400 }), OK])
    const error = await failure(herald.usage.get())
    assert.deepEqual([error.retry_after, waits], [86_400, []])
  })

  test('an abort ends a hanging call and a wait at once, and is not retried', async () => {
    const { herald } = fake.client(['hang'])
    const stop = new AbortController()
    const hanging = failure(herald.usage.get({}, { signal: stop.signal }))
    stop.abort()
    assert.equal((await hanging).code, 'aborted')
    assert.ok(fake.asked.length <= 1)

    const waiting = new AbortController()
    const slow = fake.client([envelope(500, 'server_error')], { sleep: undefined })
    const stopped = failure(slow.herald.usage.get({}, { signal: waiting.signal, maxRetries: 50 }))
    waiting.abort()
    assert.equal((await stopped).code, 'aborted')
  })

  test('a reply that is not JSON is an error of its own', async () => {
    const { herald } = fake.client([{ status: 200, body: 'hello' }])
    assert.equal((await failure(herald.usage.get())).code, 'unexpected_reply')
  })

  test('fields of the path are encoded, and a missing one never reaches another path', async () => {
    const { herald } = fake.client([OK])
    await herald.agents.getRun({ id: '../usage?x=1' })
    assert.equal(fake.asked[0]?.url, '/v1/agents/runs/..%2Fusage%3Fx%3D1')
    await assert.rejects(async () => herald.apiKeys.remove({ id: '' }), /id is missing/)
    assert.equal(fake.asked.length, 1)
  })
})
