import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../test/harness.ts'
import { CATALOGUE } from './catalogue.ts'

type Run = { status: string; output?: Record<string, unknown>; error_message?: string; cost_usd: number }

for (const store of STORES) {
  describe(`agents on ${store}`, () => {
    let app: TestApp
    let owner: { id: string; key: string }

    before(async () => {
      app = await startApp({ store })
      owner = await app.tenant({ tier: 'scale' })
    })
    after(() => app.close())

    async function runToEnd(name: string, input: unknown, key = owner.key): Promise<Run> {
      const accepted = await app.call(`POST /agents/${name}/run`, { key, body: { input } })
      assert.equal(accepted.status, 202, accepted.text)
      assert.equal(accepted.body.poll_url, `/v1/agents/runs/${accepted.body.run_id}`)
      return eventually(async () => {
        const { body } = await app.call(`GET /agents/runs/${accepted.body.run_id}`, { key })
        return body.completed_at === null ? null : (body as unknown as Run)
      })
    }

    for (const agent of CATALOGUE) {
      test(`${agent.name}: its example runs to an output that its schema describes, and says it is simulated`, async () => {
        const run = await runToEnd(agent.name, agent.example)
        assert.equal(run.status, 'completed', `${run.error_message}`)
        const output = agent.output.strict().parse(run.output)
        assert.equal(output.simulated, true)
        assert.ok(run.cost_usd > 0)
      })
    }

    test('a broken answer is repaired once, and both answers are paid for', async () => {
      const whole = await runToEnd('faq-writer', { topic: 'coffee', facts: ['It is hot.'], count: 3 })
      const repaired = await runToEnd('faq-writer', {
        topic: 'coffee sandbox:bad_json',
        facts: ['It is hot.'],
        count: 3,
      })
      assert.equal(repaired.status, 'completed', `${repaired.error_message}`)
      assert.ok(repaired.cost_usd > whole.cost_usd)
    })

    test('an answer that stays broken fails the run with the reason, keeps the slot and what was spent', async () => {
      const payer = await app.tenant({ tier: 'pro' })
      const run = await runToEnd('content-brief', { topic: 'coffee sandbox:bad_json_always' }, payer.key)
      assert.equal(run.status, 'failed')
      assert.match(
        String(run.error_message),
        /did not match the expected form, also after one repair: it is not valid JSON/,
      )
      assert.equal(run.output, undefined)
      const usage = await app.usage(payer.key)
      assert.equal(usage.agent_runs_used, 1)
      assert.ok(Math.abs((usage.cost_usd_period ?? 0) - run.cost_usd) < 1e-9)
    })

    test('a fault that passes is retried; one that stays, a refused key and a cut-off answer fail clearly', async () => {
      const input = (trigger: string) => ({ topic: `tea ${trigger}`, facts: ['It is hot.'], count: 3 })
      assert.equal((await runToEnd('faq-writer', input('sandbox:error_once'))).status, 'completed')
      assert.equal((await runToEnd('faq-writer', input('sandbox:rate_limit_once'))).status, 'completed')
      const refused = await runToEnd('faq-writer', input('sandbox:invalid_token'))
      assert.match(String(refused.error_message), /refused our credentials/)
      const silent = await runToEnd('faq-writer', input('sandbox:error'))
      assert.match(String(silent.error_message), /did not answer \(4 tries\)/)
      assert.equal(silent.cost_usd, 0)
    })

    test('a bad input is 400 with its path and is not charged; an unknown agent is 404 and is not charged', async () => {
      const payer = await app.tenant({ tier: 'pro' })
      const bad = await app.call('POST /agents/faq-writer/run', {
        key: payer.key,
        body: { input: { topic: '', facts: ['x'], count: 99, extra: 1 } },
      })
      assert.equal(bad.status, 400)
      assert.equal(errorCode(bad), 'validation_failed')
      const { message } = bad.body.error as { message: string }
      assert.match(message, /input\.topic: .+; input\.count: .+; input\.extra: unknown field/)
      const unknown = await app.call('POST /agents/nobody/run', { key: payer.key, body: { input: {} } })
      assert.equal(unknown.status, 404)
      const scanner = await app.call('POST /agents/aeo-scanner/run', { key: payer.key, body: { input: {} } })
      assert.equal(scanner.status, 400)
      assert.match(scanner.text, /POST \/v1\/aeo\/scan/)
      assert.equal((await app.usage(payer.key)).actions_used, 0)
    })

    test('every example_request of the catalogues is accepted as it stands; fields sent unwrapped are told where they go', async () => {
      const rich = await app.tenant({ tier: 'scale' })
      for (const path of ['/agents', '/workflows']) {
        const { body } = await app.call(`GET ${path}`, { key: rich.key })
        const listed = (body.agents ?? body.workflows) as {
          example_input: object
          example_request: { method: string; url: string; body: object }
        }[]
        for (const { example_input, example_request: request } of listed) {
          const route = `${request.method} ${request.url.replace(/^\/v1/, '')}`
          const accepted = await app.call(route, { key: rich.key, body: request.body })
          assert.equal(accepted.status, 202, `${route}: ${accepted.text}`)
          await app.call(`POST /agents/runs/${accepted.body.run_id}/cancel`, { key: rich.key })
          if (request.url.endsWith('/scan')) continue
          const bare = await app.call(route, { key: rich.key, body: example_input })
          assert.equal(errorCode(bare), 'validation_failed', route)
          assert.match(
            String((bare.body.error as { fix_hint?: string }).fix_hint),
            /Wrap the fields .* in input/,
          )
        }
      }
    })

    test('the worst case is held while it runs, so a spend cap below it refuses with 402', async () => {
      const poor = await app.tenant({ tier: 'pro', limits: { spend_cap_usd: 0.001 } })
      const refused = await app.call('POST /agents/faq-writer/run', {
        key: poor.key,
        body: { input: { topic: 'coffee', facts: ['It is hot.'] } },
      })
      assert.equal(refused.status, 402, refused.text)
    })
  })
}

test('without a text generator a live run is 503 llm_unconfigured and nothing is charged', async () => {
  const app = await startApp({ store: 'PGlite', env: { HERALD_MODE: 'live' } })
  try {
    const owner = await app.tenant({ tier: 'pro' })
    const refused = await app.call('POST /agents/faq-writer/run', {
      key: owner.key,
      body: { input: { topic: 'coffee', facts: ['It is hot.'] } },
    })
    assert.equal(refused.status, 503, refused.text)
    assert.equal(errorCode(refused), 'llm_unconfigured')
    const usage = await app.usage(owner.key)
    assert.deepEqual([usage.actions_used, usage.agent_runs_used], [0, 0])
  } finally {
    await app.close()
  }
})
