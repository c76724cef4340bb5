import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { eventually } from './eventually.ts'
import { errorCode, startApp } from './harness.ts'

describe('test keys in live mode', () => {
  test('a scan with a test key asks the sandbox alone, says so, and costs the live meter nothing', async () => {
    let outside = 0
    const vendor = createServer((_request, response) => {
      outside++
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
    const app = await startApp({
      store: 'PGlite',
      env: {
        HERALD_MODE: 'live',
        OPENAI_API_KEY: 'sk-live-openai',
        OPENAI_BASE_URL: base,
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        STRIPE_PRICE_PRO: 'price_pro',
        STRIPE_BASE_URL: base,
      },
    })
    const { key } = await app.tenant()
    const minted = await app.call('POST /api-keys', { key, body: { kind: 'test' } })
    const testKey = String(minted.body.api_key)
    const body = { brand: 'Acme', queries: ['best crm'], platforms: ['chatgpt'] }
    const queued = await app.call('POST /aeo/scan', { key: testKey, body })
    assert.equal(queued.status, 202, queued.text)
    const run = await eventually(async () => {
      const read = await app.call(`GET /agents/runs/${queued.body.run_id}`, { key: testKey })
      return ['completed', 'failed'].includes(String(read.body.status)) ? read.body : null
    }, 30_000)
    assert.equal(run.status, 'completed', JSON.stringify(run))
    assert.equal((run.output as Record<string, unknown>).simulated, true)
    assert.ok((app.sandbox.stats().by_platform.chatgpt?.asked ?? 0) > 0)
    assert.equal(errorCode(await app.call('POST /checkout/pro', { key: testKey, body: {} })), 'forbidden')
    assert.equal(outside, 0)
    assert.equal((await app.usage(testKey)).agent_runs_used, 1)
    assert.equal((await app.usage(testKey)).cost_usd_period, 0)
    assert.equal((await app.usage(key)).actions_used, 0)
    await app.close()
    vendor.close()
  })
})
