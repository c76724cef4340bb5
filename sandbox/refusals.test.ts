import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sandbox, startSandbox } from './server.ts'
import { ask, askSerpApi, PLATFORMS, platformNamed, type Reply } from './test-asks.ts'
import { isObject, list, object } from './value.ts'

/** Each vendor's own envelope for errors, by which a client tells it from a proxy's page. */
const ENVELOPE: Record<string, (reply: Reply) => boolean> = {
  openai: ({ body }) => 'message' in object(body.error) && 'code' in object(body.error),
  anthropic: ({ body }) => body.type === 'error' && typeof object(body.error).type === 'string',
  gemini: ({ body, status }) =>
    object(body.error).code === status && typeof object(body.error).status === 'string',
  perplexity: ({ body, status }) => object(body.error).code === status,
  xai: ({ body }) => typeof body.code === 'string' && typeof body.error === 'string',
  deepseek: ({ body }) => typeof object(body.error).message === 'string',
  meta: ({ body }) => typeof object(body.error).type === 'string',
  dataforseo: ({ body }) => Number(body.status_code) >= 40000 && typeof body.status_message === 'string',
}

function inItsShape(family: string, reply: Reply): void {
  assert.ok(isObject(reply.body), reply.raw)
  assert.ok(ENVELOPE[family]?.(reply), `${family}: ${reply.raw}`)
}

describe('refusals are in the platform’s own shape', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  after(() => sandbox.close())

  for (const target of PLATFORMS) {
    it(`${target.platform}: no key, a wrong key, bad JSON, a wrong path and an unknown model are refused`, async () => {
      const missing = await ask(sandbox, target, 'best crm', { key: '' })
      assert.equal(missing.status, target.statuses.missing)
      inItsShape(target.family, missing)
      const wrong = await ask(sandbox, target, 'best crm', { key: 'sk-invalid-key' })
      assert.equal(wrong.status, target.statuses.wrong)
      inItsShape(target.family, wrong)
      assert.ok(!wrong.raw.includes('sk-invalid-key'), 'a key is never echoed whole')
      const broken = await ask(sandbox, target, '', { raw: '{"model": ' })
      assert.equal(broken.status, target.family === 'dataforseo' ? 200 : 400)
      inItsShape(target.family, broken)
      const lost = await ask(sandbox, target, 'best crm', { path: `/${target.family}/v1/nowhere` })
      assert.equal(lost.status, 404)
      inItsShape(target.family, lost)
      if (target.platform === 'ai_overview') return
      const unknown = await ask(sandbox, target, 'best crm', { model: 'nonexistent-9' })
      assert.ok([400, 404].includes(unknown.status))
      inItsShape(target.family, unknown)
    })
  }

  it('a key under another platform’s header is no key', async () => {
    const response = await fetch(`${sandbox.url}/anthropic/v1/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'anthropic-version': '2023-06-01' },
      body: '{}',
    })
    assert.equal(response.status, 401)
  })

  it('gemini names the reason of a wrong key', async () => {
    const { body } = await ask(sandbox, platformNamed('gemini'), 'best crm', { key: 'invalid' })
    assert.ok(list(object(body.error).details).some((detail) => object(detail).reason === 'API_KEY_INVALID'))
  })

  it('serpapi refuses without a key, with a wrong one, and an engine it does not have', async () => {
    assert.equal((await askSerpApi(sandbox, { q: 'x', api_key: '' })).status, 401)
    assert.equal((await askSerpApi(sandbox, { q: 'x', api_key: 'invalid' })).status, 401)
    assert.equal((await askSerpApi(sandbox, { q: 'x', engine: 'altavista' })).status, 400)
    assert.equal(
      (await askSerpApi(sandbox, { engine: 'google_ai_overview', page_token: 'rubbish' })).status,
      400,
    )
  })

  it('nothing that was refused counts as asked', async () => {
    const fresh = await startSandbox()
    for (const target of PLATFORMS) await ask(fresh, target, 'best crm', { key: 'invalid' })
    assert.deepEqual(fresh.stats().by_prompt, [])
    await fresh.close()
  })
})
