import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sandbox, startSandbox } from './server.ts'
import { ask, askSerpApi, PLATFORMS, platformNamed, serpItems } from './test-asks.ts'
import { triggered, withoutTriggers } from './triggers.ts'
import { list, object, string } from './value.ts'

describe('triggers in the prompt make a platform misbehave', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  const others: Sandbox[] = []
  after(() => Promise.all([sandbox, ...others].map((started) => started.close())))

  async function startedAlike(): Promise<Sandbox> {
    const other = await startSandbox({ day: '2026-11-10' })
    others.push(other)
    return other
  }

  for (const target of PLATFORMS) {
    it(`${target.platform}: error, rate limit and invalid token have its own status`, async () => {
      assert.equal((await ask(sandbox, target, 'best crm sandbox:error')).status, target.statuses.error)
      assert.equal(
        (await ask(sandbox, target, 'best crm sandbox:rate_limit')).status,
        target.statuses.limited,
      )
      assert.equal(
        (await ask(sandbox, target, 'best crm sandbox:invalid_token')).status,
        target.statuses.wrong,
      )
    })

    it(`${target.platform}: garbage is a 200 that is no JSON`, async () => {
      const reply = await ask(sandbox, target, 'best crm sandbox:garbage')
      assert.equal(reply.status, 200)
      assert.throws(() => JSON.parse(reply.raw))
    })

    it(`${target.platform}: a time-out holds the reply and a disconnect cuts it`, async () => {
      await assert.rejects(
        ask(sandbox, target, 'best crm sandbox:timeout', { timeout_ms: 60 }),
        /timeout|aborted/i,
      )
      await assert.rejects(ask(sandbox, target, 'best crm sandbox:disconnect'), /fetch failed/)
    })

    it(`${target.platform}: no answer is a success without text`, async () => {
      const reply = await ask(sandbox, target, 'best crm sandbox:no_answer')
      assert.equal(reply.status, 200)
      assert.equal(target.read(reply.body).text, '')
    })

    it(`${target.platform}: no citations is an answer that cites nothing`, async () => {
      // Google shows no overview for some keywords, so a keyword with one is looked for first.
      for (let index = 0; index < 20; index += 1) {
        const { text, cited } = target.read(
          (await ask(sandbox, target, `best crm ${index} sandbox:no_citations`)).body,
        )
        if (text === '') continue
        assert.deepEqual(cited, [])
        assert.ok(!text.includes('sandbox:'))
        return
      }
      assert.fail('no answer at all')
    })
  }

  it('each rate limit says when to come back where that vendor says it', async () => {
    const limited = async (name: string) => ask(sandbox, platformNamed(name), 'best crm sandbox:rate_limit')
    assert.equal((await limited('chatgpt')).headers.get('x-ratelimit-reset-requests'), '1s')
    assert.equal((await limited('claude')).headers.get('retry-after'), '1')
    assert.match(
      (await limited('claude')).headers.get('anthropic-ratelimit-requests-reset') ?? '',
      /T00:00:01Z$/,
    )
    assert.equal((await limited('perplexity')).headers.get('retry-after'), '1')
    assert.equal((await limited('grok')).headers.get('x-ratelimit-remaining-requests'), '0')
    const details = list(object((await limited('gemini')).body.error).details).map(object)
    assert.equal(details.find((detail) => string(detail['@type']).endsWith('RetryInfo'))?.retryDelay, '1s')
    assert.equal((await limited('ai_overview')).body.status_code, 40202)
    assert.equal((await askSerpApi(sandbox, { q: 'x sandbox:rate_limit' })).status, 429)
  })

  it('no AI Overview leaves the organic results in place', async () => {
    const { body } = await ask(sandbox, platformNamed('ai_overview'), 'best crm sandbox:no_answer')
    const types = new Set(serpItems(body).map((item) => item.type))
    assert.ok(types.has('organic') && !types.has('ai_overview'))
    const serp = await askSerpApi(sandbox, { q: 'best crm sandbox:no_answer' })
    assert.ok(!('ai_overview' in serp.body) && list(serp.body.organic_results).length > 0)
  })

  it('an injection is an ordinary answer with orders in it', async () => {
    const target = platformNamed('claude')
    const { text } = target.read((await ask(sandbox, target, 'best crm sandbox:injection')).body)
    const { text: usual } = target.read((await ask(await startedAlike(), target, 'best crm')).body)
    assert.ok(text.startsWith(usual))
    assert.match(text.slice(usual.length), /Ignore all previous instructions/)
  })

  it('a suffix restricts a trigger to platforms, by product or by vendor', async () => {
    const prompt = 'best crm sandbox:error@grok,anthropic'
    const failed: string[] = []
    for (const target of PLATFORMS) {
      if ((await ask(sandbox, target, prompt)).status >= 500) failed.push(target.platform)
    }
    assert.deepEqual(failed.sort(), ['claude', 'grok'])
  })

  it('a trigger that fires once lets the retry through', async () => {
    const target = platformNamed('claude')
    assert.equal((await ask(sandbox, target, 'best tea sandbox:rate_limit_once')).status, 429)
    assert.equal((await ask(sandbox, target, 'best tea sandbox:rate_limit_once')).status, 200)
  })
})

describe('reading triggers', () => {
  it('a word that only begins like a trigger is none', () => {
    assert.equal(triggered('sandbox:errors everywhere', ['grok'], 1), undefined)
    assert.equal(triggered('sandbox:bad_json_always', ['llm'], 1), 'bad_json_always')
    assert.equal(triggered('sandbox:bad_json', ['llm'], 1), 'bad_json')
    assert.equal(triggered('a sandbox:error@claude sandbox:timeout@grok', ['grok'], 1), 'timeout')
  })
  it('the platform reads the text without them', () => {
    assert.equal(withoutTriggers('best crm sandbox:no_citations@grok for teams'), 'best crm for teams')
  })
})
