import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HttpReply } from '../contract.ts'
import { OAUTH_PLATFORMS, type OAuthPlatformName } from './platforms.ts'
import { readTokens } from './token-reply.ts'
import type { OAuthPlatform } from './types.ts'

function reply(status: number, body: unknown): HttpReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: {}, bytes: Buffer.from(text), text, truncated: false, duration_ms: 1 }
}
const read = (platform: OAuthPlatformName, status: number, body: unknown) =>
  readTokens(OAUTH_PLATFORMS[platform], reply(status, body), ['the-secret'])

/** Replies as the platforms document them. */
const GONE: [OAuthPlatformName, number, unknown][] = [
  ['google', 400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }],
  ['linkedin', 400, { error: 'invalid_grant', error_description: 'The refresh token is revoked' }],
  ['x', 400, { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' }],
  [
    'tiktok',
    200,
    { error: 'invalid_grant', error_description: 'Refresh token is invalid or expired.', log_id: '2' },
  ],
  ['pinterest', 400, { code: 283, message: 'The authorization grant is invalid' }],
  ['reddit', 200, { error: 'invalid_grant' }],
  [
    'instagram',
    400,
    { error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } },
  ],
]

const STAYS: [OAuthPlatformName, number, unknown][] = [
  ['google', 500, { error: 'invalid_grant' }],
  ['google', 429, { error: 'invalid_grant' }],
  ['google', 401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' }],
  ['google', 400, { error: 'invalid_request' }],
  ['google', 403, { error: 'access_denied' }],
  ['google', 200, '{"access_tok'],
  ['google', 502, '<html>Bad gateway</html>'],
  ['x', 400, { error: 'invalid_request', error_description: 'Missing required parameter [client_id].' }],
  ['x', 401, { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }],
  ['pinterest', 401, { code: 2, message: 'Authentication failed.' }],
  ['reddit', 401, { message: 'Unauthorized', error: 401 }],
  ['instagram', 400, { error: { message: 'Please retry later', type: 'OAuthException', code: 2 } }],
  ['instagram', 400, { error: { message: 'Application request limit reached', code: 4 } }],
]

describe('a token reply', () => {
  for (const [platform, status, body] of GONE) {
    test(`${platform} ${status} ${JSON.stringify(body).slice(0, 60)}: the grant is gone`, () => {
      const outcome = read(platform, status, body)
      assert.ok(!outcome.ok && outcome.verdict === 'reconnect')
    })
  }
  for (const [platform, status, body] of STAYS) {
    test(`${platform} ${status} ${JSON.stringify(body).slice(0, 60)}: the account stays`, () => {
      const outcome = read(platform, status, body)
      assert.ok(!outcome.ok && outcome.verdict !== 'reconnect', JSON.stringify(outcome))
    })
  }

  test('a blank or missing refresh token is none, a lifetime that is no number is unknown', () => {
    for (const refresh_token of ['', '  ', null, undefined]) {
      const outcome = read('google', 200, { access_token: 'a', refresh_token, expires_in: 'soon' })
      assert.ok(outcome.ok)
      assert.deepEqual([outcome.value.refresh_token, outcome.value.expires_in], [null, null])
    }
  })

  test('scopes are read with spaces, with commas and as a list; Instagram’s reply out of its list', () => {
    for (const scope of ['a b', 'a,b', ['a', 'b']]) {
      const outcome = read('tiktok', 200, { access_token: 't', scope })
      assert.deepEqual(outcome.ok && outcome.value.scopes, ['a', 'b'])
    }
    const wrapped = read('instagram', 200, { data: [{ access_token: 't', user_id: 1, permissions: 'a,b' }] })
    assert.deepEqual(wrapped.ok && [wrapped.value.access_token, wrapped.value.scopes], ['t', ['a', 'b']])
  })

  test('what goes to the log has no secret in it', () => {
    const outcome = read('google', 400, {
      error: 'invalid_grant',
      error_description: 'the-secret refresh_token=abcdef',
    })
    assert.ok(!outcome.ok)
    assert.doesNotMatch(outcome.log_excerpt ?? '', /the-secret|abcdef/)
  })
})

describe('the table', () => {
  const entries: [string, OAuthPlatform][] = Object.entries(OAUTH_PLATFORMS)
  test('every address is https, every scope that posting needs is asked for, every service has scopes', () => {
    for (const [name, platform] of entries) {
      const urls = [
        platform.authorize_url,
        platform.token_url,
        platform.profile.url,
        platform.revoke_url ?? 'https://x',
      ]
      for (const url of urls) assert.equal(new URL(url).protocol, 'https:', name)
      const asked = [
        ...platform.scopes,
        ...platform.default_services.flatMap((one) => platform.services[one] ?? []),
      ]
      for (const scope of platform.post_scopes) assert.ok(asked.includes(scope), `${name}: ${scope}`)
      for (const service of platform.default_services) assert.ok(platform.services[service]?.length, name)
      assert.ok(platform.dead.length > 0, name)
    }
  })
})
