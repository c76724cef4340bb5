import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, STORES } from '../../test/harness.ts'
import { BLOCKED } from '../providers/fixtures/blocked-urls.ts'
import { secure, serve } from '../providers/fixtures/servers.ts'
import { TEST_CERT } from '../providers/fixtures/tls.ts'
import type { ResolvedAddress } from '../providers/ssrf.ts'
import { type Hooked, startHooked } from './fixtures/hooked.ts'

/** Seen to be wrong from the URL alone. */
const REFUSED = [
  ...BLOCKED,
  'http://example.com/',
  'https://user:pass@example.com/',
  'file:///etc/passwd',
  'nonsense',
]

const v4 = (...addresses: string[]): ResolvedAddress[] => addresses.map((address) => ({ address, family: 4 }))

for (const store of STORES) {
  describe(`addresses that no webhook may reach, on ${store}`, () => {
    let app: Hooked
    let answers: ResolvedAddress[][] = []
    before(async () => {
      app = await startHooked({ store, env: { ALLOW_PRIVATE_TARGETS: '0', WEBHOOK_RETRY_SCHEDULE: '0.05' } })
      const resolve = async () => answers.shift() ?? v4('10.0.0.1')
      app.start({ caller: { resolve, dns_cache_ms: 0, ca: TEST_CERT } })
    })
    after(() => app.close())

    test('registration and change refuse every URL that can be seen to be wrong', async () => {
      const who = await app.tenant()
      const { id } = await app.endpoint(who, 'https://example.com/')
      for (const url of REFUSED) {
        const made = await app.call('POST /webhooks', { key: who.key, body: { url, events: ['*'] } })
        assert.deepEqual([made.status, errorCode(made)], [400, 'validation_failed'], url)
        const changed = await app.call(`PATCH /webhooks/${id}`, { key: who.key, body: { url } })
        assert.equal(changed.status, 400, url)
      }
    })

    test('a name that resolves to a private address, alone, among public ones or on the retry, is never connected to', async () => {
      let reached = 0
      const port = await serve((_, response) => {
        reached++
        response.end()
      }, secure)
      const url = `https://hooks.example.com:${port}/`
      const private_ = [v4('127.0.0.1'), v4('8.8.8.8', '127.0.0.1'), v4('169.254.169.254'), v4('10.0.0.1')]
      for (const found of private_) {
        const who = await app.tenant()
        await app.endpoint(who, url)
        answers = [found, v4('127.0.0.1')]
        const dead = await app.settled(who, await app.emit(who), 'dead')
        assert.deepEqual([dead.error, dead.attempt, dead.response_code], ['blocked_address', 2, null])
      }
      assert.equal(reached, 0)
    })
  })
}
