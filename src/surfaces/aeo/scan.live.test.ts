import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import { startApp } from '../../../test/harness.ts'
import { PLATFORMS } from '../../providers/contract.ts'
import { acceptScan, ended, scanned } from './fixtures/scans.ts'

describe('live mode', () => {
  test('platforms without credentials are unavailable, and nothing simulated appears anywhere', async () => {
    // Stands in for the real platform: the service knows it only by OPENAI_BASE_URL.
    const outside = await startSandbox({ port: 0 })
    const app = await startApp({
      store: 'PGlite',
      env: { HERALD_MODE: 'live', OPENAI_API_KEY: 'sk-real', OPENAI_BASE_URL: `${outside.url}/openai` },
    })
    try {
      const { key } = await app.tenant()
      const { output } = await scanned(app, key)
      assert.equal(output.simulated, false)
      assert.deepEqual(output.coverage.succeeded, ['chatgpt'])
      assert.deepEqual(
        output.coverage.failed,
        PLATFORMS.slice(1).map((platform) => ({ platform, reason: 'unavailable' })),
      )
      assert.equal(app.sandbox.stats().requests, 0, 'the built-in sandbox was never asked')
      for (const answer of output.answers) {
        if (answer.platform === 'chatgpt') continue
        assert.equal(answer.status, 'unavailable')
        assert.equal(answer.text, '')
      }
    } finally {
      await app.close()
      await outside.close()
    }
  })

  test('with no platform configured the run fails and says so', async () => {
    const app = await startApp({ store: 'PGlite', env: { HERALD_MODE: 'live' } })
    try {
      const { key } = await app.tenant()
      const run = await ended(app, key, await acceptScan(app, key, { queries: ['best crm'] }))
      assert.equal(run.status, 'failed')
      assert.match(String(run.error_message), /chatgpt: unavailable/)
    } finally {
      await app.close()
    }
  })
})
