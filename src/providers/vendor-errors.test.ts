import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, readVendorError } from './vendor-errors.ts'

function judged(status: number, body: unknown) {
  const text = JSON.stringify(body)
  const reply = { status, headers: {}, bytes: Buffer.from(text), text, truncated: false, duration_ms: 1 }
  const { verdict, code } = failureOf(reply, readVendorError(body), [])
  return [verdict, code]
}

const google = (reason: string) => ({
  error: { code: 403, message: 'No.', errors: [{ domain: 'usageLimits', reason, message: 'No.' }] },
})

test('a 403 that Google throttles with is waited out, and any other is for a person', () => {
  for (const reason of ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])
    assert.deepEqual(judged(403, google(reason)), ['retry_later', 'rate_limited'], reason)
  assert.deepEqual(judged(403, google('insufficientPermissions')), ['reconnect', 'forbidden'])
  assert.deepEqual(judged(403, { error: { code: 403, status: 'PERMISSION_DENIED' } }), [
    'reconnect',
    'forbidden',
  ])
  assert.deepEqual(judged(429, google('rateLimitExceeded')), ['retry_later', 'rate_limited'])
})
