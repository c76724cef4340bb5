import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { PLAYS, type Play } from './oauth/plays.ts'
import { type Sandbox, startSandbox } from './server.ts'

const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-long'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const REDIRECT = 'https://client.example/callback'

describe('the sandbox’s authorization servers', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox()
  })
  after(() => sandbox.close())

  const at = (address: string) => `${sandbox.url}/oauth/${address}`

  async function codeFor(play: Play, username = 'acme'): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      [play.client]: 'client',
      redirect_uri: REDIRECT,
      scope: 'one two',
      state: 's',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })
    const body = new URLSearchParams({ username, decision: 'allow', scope: 'one' })
    const answer = await fetch(`${at(play.authorize)}?${query}`, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  async function ask(play: Play, fields: Record<string, string>, secret = 'secret') {
    const body = new URLSearchParams(
      play.basic ? fields : { ...fields, [play.client]: 'client', client_secret: secret },
    )
    const authorization = `Basic ${Buffer.from(`client:${secret}`).toString('base64')}`
    const headers: Record<string, string> = play.basic ? { authorization } : {}
    const reply = await fetch(at(play.token), { method: 'POST', body, headers })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const redeem = (play: Play, code: string, more: Record<string, string> = {}) =>
    ask(play, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...more,
    })
  const tokenOf = (body: Record<string, unknown>) =>
    body.access_token ?? (body.data as Record<string, unknown>[] | undefined)?.[0]?.access_token

  for (const play of PLAYS) {
    test(`${play.platform}: a code is good once, for its verifier and its redirect URI`, async () => {
      const code = await codeFor(play)
      assert.ok(tokenOf((await redeem(play, code)).body))
      assert.equal(tokenOf((await redeem(play, code)).body), undefined, 'used twice')
      const wrong = await redeem(play, await codeFor(play), { code_verifier: `${VERIFIER}x` })
      assert.equal(tokenOf(wrong.body), undefined, 'another verifier')
      const elsewhere = await redeem(play, await codeFor(play), { redirect_uri: `${REDIRECT}x` })
      assert.equal(tokenOf(elsewhere.body), undefined, 'another redirect URI')
      assert.equal(tokenOf((await redeem(play, 'made-up')).body), undefined)
    })

    test(`${play.platform}: a client that does not prove itself gets nothing`, async () => {
      const fields = { grant_type: 'authorization_code', code: await codeFor(play), redirect_uri: REDIRECT }
      const answer = await ask(play, { ...fields, code_verifier: VERIFIER }, 'invalid')
      assert.equal(tokenOf(answer.body), undefined)
    })

    if (play.refresh === 'none') continue
    test(`${play.platform}: its refresh token ${play.refresh === 'rotates' ? 'is good once' : 'stays good'}`, async () => {
      const { body } = await redeem(play, await codeFor(play))
      const fields = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
      const first = await ask(play, fields)
      assert.ok(tokenOf(first.body))
      assert.equal(typeof first.body.refresh_token, play.refresh === 'rotates' ? 'string' : 'undefined')
      assert.equal(tokenOf((await ask(play, fields)).body) !== undefined, play.refresh === 'keeps')
    })
  }

  test('what is wrong with a request is shown, and nobody is sent anywhere', async () => {
    for (const query of [
      '',
      '?client_id=c',
      '?client_id=c&response_type=token&redirect_uri=https://c.example&state=s',
    ]) {
      const answer = await fetch(`${at('accounts.google.com/o/oauth2/v2/auth')}${query}`, {
        redirect: 'manual',
      })
      assert.deepEqual([answer.status, answer.headers.get('location')], [400, null])
    }
  })

  test('a name with markup in it stays text', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: '<script>alert(1)</script>',
      redirect_uri: REDIRECT,
      scope: '"><img>',
      state: 's',
    })
    const page = await (await fetch(`${at('accounts.google.com/o/oauth2/v2/auth')}?${query}`)).text()
    assert.doesNotMatch(page, /<script>alert|<img>/)
  })

  test('tokens outlive a restart, and a revoked one does not work', async () => {
    const google = PLAYS.find(({ platform }) => platform === 'google')
    assert.ok(google)
    const { body } = await redeem(google, await codeFor(google))
    const other = await startSandbox()
    const ask = (url: string) =>
      fetch(`${url}/oauth/openidconnect.googleapis.com/v1/userinfo`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      })
    assert.equal((await ask(other.url)).status, 200)
    await fetch(`${other.url}/oauth/oauth2.googleapis.com/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: String(body.access_token) }),
    })
    assert.equal((await ask(other.url)).status, 401)
    await other.close()
  })
})
