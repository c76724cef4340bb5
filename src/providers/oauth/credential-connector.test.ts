import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createGuardedCaller, type GuardedCaller } from '../guarded-caller.ts'
import { credentialConnector } from './credential-connector.ts'
import { CREDENTIAL_PLATFORMS } from './credentials.ts'

describe('renewing a session with a password', () => {
  let server: Server
  let caller: GuardedCaller
  let answer: { status: number; body: unknown }
  before(async () => {
    caller = createGuardedCaller({ allowPrivate: true })
    server = createServer((_, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    await caller.close()
    server.close()
  })

  test('only a password that is refused costs the connection', async () => {
    const reach = { caller, sandbox_url: null, bases: {}, timeout_ms: 5_000, allow_private: true }
    const bluesky = credentialConnector('bluesky', CREDENTIAL_PLATFORMS.bluesky, reach)
    const service_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const details = { service_url, identifier: 'acme.bsky.social' }
    for (const [status, error, verdict] of [
      [401, 'AuthenticationRequired', 'reconnect'],
      [403, 'Blocked by the firewall', 'rejected'],
      [402, 'PaymentRequired', 'rejected'],
      [429, 'RateLimitExceeded', 'retry_later'],
      [500, 'InternalServerError', 'retry_later'],
    ] as const) {
      answer = { status, body: { error, message: 'no' } }
      const found = await bluesky.refresh({ access_token: 'at', refresh_token: 'password', details })
      assert.equal(found.ok ? 'renewed' : found.verdict, verdict, `${status} ${error}`)
    }
  })
})
