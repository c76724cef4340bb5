import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { STORES } from '../../test/harness.ts'
import { secure, serve, toLoopback } from '../providers/fixtures/servers.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'
import { type Answer, startReceiver, status } from './fixtures/receiver.ts'
import type { Claimed } from './queue-store.ts'
import { createSend, DEADLINE_MS } from './send.ts'

const drip: Answer = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}

const MEGABYTE = Buffer.alloc(1024 * 1024)
let megabytes = 0
const gigabyte: Answer = (response) => {
  const pump = () => {
    while (megabytes < 1024 && !response.destroyed && response.write(MEGABYTE)) megabytes++
  }
  response.on('drain', pump)
  pump()
}

/** Each with what the record says of it: the class of the error and the status that was seen. */
const HOSTILE: { name: string; answer: Answer; error: string; code: number | null }[] = [
  { name: 'answers 500', answer: status(500), error: 'bad_status', code: 500 },
  { name: 'answers 404', answer: status(404), error: 'bad_status', code: 404 },
  { name: 'hangs', answer: () => {}, error: 'timeout', code: null },
  { name: 'drips a byte at a time', answer: drip, error: 'timeout', code: 200 },
  { name: 'sends a gigabyte', answer: gigabyte, error: 'body_too_large', code: 200 },
  {
    name: 'redirects to a metadata address',
    answer: status(307, { location: 'http://169.254.169.254/latest/meta-data/' }),
    error: 'redirect',
    code: 307,
  },
  {
    name: 'resets',
    answer: (response) => response.socket?.resetAndDestroy(),
    error: 'connection_reset',
    code: null,
  },
]

for (const store of STORES) {
  describe(`hostile receivers on ${store}`, () => {
    let app: Hooked
    before(async () => {
      app = await startHooked({ store, env: { WEBHOOK_RETRY_SCHEDULE: '0.05' } })
      app.start({ deadline_ms: 300, caller: { resolve: toLoopback } })
    })
    after(() => app.close())

    for (const { name, answer, error, code } of HOSTILE) {
      test(`one that ${name} is ${error} in the record, is retried, and ends as a dead letter`, async () => {
        const receiver = await startReceiver(answer)
        const who = await app.tenant()
        await app.endpoint(who, receiver.url)
        const memory = process.memoryUsage().rss
        const dead = await app.settled(who, await app.emit(who), 'dead')
        assert.deepEqual([dead.error, dead.response_code, dead.attempt], [error, code, 2])
        assert.equal(receiver.received.length, 2)
        assert.ok(process.memoryUsage().rss - memory < 96 * 1024 * 1024, 'memory stays flat')
        await receiver.close()
      })
    }

    test('one that nobody listens at, and one with a bad certificate, are told apart', async () => {
      const who = await app.tenant()
      const closed = await startReceiver()
      await closed.close()
      await app.endpoint(who, closed.url, { events: ['agent.failed'] })
      const port = await serve(() => assert.fail('nothing may be sent'), secure)
      await app.endpoint(who, `https://hooks.example.com:${port}/`)
      const dead = await app.settled(who, await app.emit(who), 'dead')
      assert.equal(dead.error, 'tls')
      const other = await app.tenant()
      await app.endpoint(other, closed.url)
      assert.equal((await app.settled(other, await app.emit(other), 'dead')).error, 'connection_refused')
    })
  })
}

test('an attempt has 15 seconds in all, reads at most 64 kB and follows no redirect', async () => {
  const claim: Claimed = {
    tenant_id: 'ten_1',
    endpoint_id: 'whk_1',
    id: 'dlv_1',
    event_id: 'evt_1',
    tries: 0,
    body: '{}',
    url: 'https://example.com/',
    secret: 'sealed',
    previous_secrets: [],
    failures: 0,
  }
  const send = createSend({
    vault: { seal: () => '', open: () => 'whsec_AAAA', isCurrent: () => true, version: 1 },
    clock: { now: () => new Date(0), monotonic: () => 0 },
    deadline_ms: DEADLINE_MS,
    async call(request, options) {
      assert.deepEqual([options.deadline_ms, options.max_bytes, options.overflow], [15_000, 65_536, 'fail'])
      assert.equal('max_redirects' in options, false)
      assert.equal(request.headers?.['webhook-timestamp'], '0')
      return { ok: false, verdict: 'unknown', code: 'timeout', message: '' }
    },
  })
  assert.equal((await send(claim, new AbortController().signal)).error, 'timeout')
})
