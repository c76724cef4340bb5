import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/log.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { caller, errorCode, postgres, startApp, type TestApp } from './harness.ts'
import { exampleInput, keyFor, send } from './laws/makers.ts'
import { makeTenant, type Server, startProcess } from './process.ts'

const SECRETS = {
  ADMIN_TOKEN: 'operator-token-for-tests',
  KEY_PEPPER: 'pepper-of-the-log-test',
  STRIPE_SECRET_KEY: `sk_live_${'51LogTestSecret'.repeat(3)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'logTestWebhook'.repeat(2)}`,
  OPENAI_API_KEY: 'sk-proj-LogTestOpenAiKey0123456789',
  METRICS_TOKEN: 'metrics-token-of-the-log-test',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}

describe('what is written to the log', () => {
  let folder: string
  let vendor: HttpServer
  let server: Server
  let written = ''

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'herald-log-'))
    // A vendor that quotes the caller's credential in what it answers, which real ones have done.
    vendor = createServer((request, response) => {
      const quoted = `Invalid credential ${request.headers.authorization}`
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: quoted } }))
    })
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
    server = await startProcess({
      ...SECRETS,
      DATA_DIR: folder,
      HERALD_MODE: 'live',
      LOG_LEVEL: 'trace',
      ALLOW_PRIVATE_TARGETS: '1',
      STRIPE_BASE_URL: address,
      STRIPE_PRICE_PRO: 'price_pro',
      OPENAI_BASE_URL: address,
    })
    server.child.stdout?.on('data', (chunk) => {
      written += chunk
    })
    server.child.stderr?.on('data', (chunk) => {
      written += chunk
    })
  })
  after(async () => {
    await server?.stop()
    vendor?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('no key, secret or token is in any line, whatever is asked and whatever fails', async () => {
    const tenant = await makeTenant(server)
    const keys = [tenant.key]
    for (const kind of ['live', 'test']) {
      const minted = await server.call('POST /api-keys', { key: tenant.key, body: { kind } })
      keys.push(String(minted.body.api_key))
    }
    const session = await server.call('POST /api-keys/sessions', {
      key: tenant.key,
      body: { ttl_seconds: 60 },
    })
    keys.push(String(session.body.api_key))
    const hook = await server.call('POST /webhooks', {
      key: tenant.key,
      body: { url: 'http://127.0.0.1:9999/hook', events: ['agent.failed'] },
    })
    await server.call(`POST /webhooks/${hook.body.id}/test`, { key: tenant.key, body: {} })
    // Every operation by its example, and again with what it must refuse, with secrets where they do not belong.
    const described = startedApp.registry.operations
    const over = { ...startedApp, call: server.call } as TestApp
    for (const declared of described.filter(({ route }) => !/stream|admin\/tenants\/\{/.test(route))) {
      const input = exampleInput(declared)
      await send(over, declared, input, keyFor(declared, { id: tenant.id, key: tenant.key }))
      const headers = { 'x-request-id': keys[1] as string, 'idempotency-key': keys[2] as string }
      await send(over, declared, { ...input, secret: keys[0] }, keys[1], { headers })
    }
    await server.call(`GET /agents/runs/${keys[0]}?api_key=${keys[1]}`, { key: keys[2] })
    await server.call('POST /mcp', { key: keys[0], body: { jsonrpc: '2.0', id: 1, method: keys[1] } })
    const paid = await server.call('POST /checkout/pro', { body: { email: 'log@example.com' } })
    assert.equal(errorCode(paid), 'provider_failed')
    await server.call('POST /stripe/webhook', { raw: '{}', headers: { 'stripe-signature': 't=1,v1=00' } })
    await server.call('GET /admin/tenants', { key: SECRETS.METRICS_TOKEN })
    await server.stop()

    const lines = written.split('\n').filter((line) => line.startsWith('{'))
    assert.ok(lines.length > described.length, `${lines.length} lines`)
    for (const line of lines) JSON.parse(line)
    assert.ok(
      lines.some((line) => line.includes('"level":50')),
      'there are errors among them',
    )
    const secrets = [...keys, String(hook.body.secret), ...Object.values(SECRETS)]
    for (const secret of secrets) {
      assert.ok(secret.length > 10)
      assert.ok(!written.includes(secret), `${secret.slice(0, 8)}… is in the log`)
    }
    assert.doesNotMatch(written, /hk_(live|test|sess)_\w{10}|[sr]k_(live|test)_\w|whsec_\w|Bearer \w/)
  })
})

let startedApp: TestApp
before(async () => {
  startedApp = await startApp({ store: 'PGlite' })
})
after(() => startedApp.close())

describe('an error in the log', () => {
  test('says what broke, and nothing of what hangs on it', () => {
    let text = ''
    const config = readConfig({
      ADMIN_TOKEN: 'a-token-that-is-long',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of-the-collector',
      LOG_LEVEL: 'info',
    })
    const log = createLog(config, {
      write(line: string) {
        text += line
      },
    })
    const cause = Object.assign(
      new Error('refused Bearer abcdef123456 by a-token-that-is-long of-the-collector'),
      {
        code: 'ECONNREFUSED',
        headers: { authorization: 'Basic c2VjcmV0' },
        payload: 'body-of-a-request',
      },
    )
    log.error(
      { err: new Error('it broke', { cause }), authorization: 'Bearer x', user: { token: 'tok' } },
      'whsec_abc',
    )
    log.info({ request_id: `hk_live_${'a'.repeat(38)}` })
    const [first, second] = text.trim().split('\n')
    const line = JSON.parse(first ?? '')
    assert.equal(line.err.message, 'it broke')
    assert.equal(line.err.cause.code, 'ECONNREFUSED')
    assert.ok(line.err.stack.includes('operations.test.ts'))
    for (const hidden of [
      'abcdef123456',
      'a-token-that-is-long',
      'of-the-collector',
      'c2VjcmV0',
      'body-of-a-request',
      'whsec_abc',
      '"tok"',
    ])
      assert.ok(!text.includes(hidden), hidden)
    assert.equal(JSON.parse(second ?? '').request_id, '[redacted]')
  })
})

describe('metrics', () => {
  test('tell of requests, the meter, queues, providers and webhooks, on a port or with a token of the operator', async () => {
    const url = await (await postgres()).database()
    const port = await freePort()
    const env = { DATABASE_URL: url, METRICS_PORT: String(port), METRICS_TOKEN: 'metrics-token' }
    const server = await startProcess(env)
    const { key } = await makeTenant(server)
    await server.call('GET /content/articles', { key })
    await server.call('GET /content/articles')
    await server.call('POST /checkout/pro', { body: { email: 'metrics@example.com' } })
    const own = await fetch(`http://127.0.0.1:${port}/metrics`)
    const text = await own.text()
    assert.match(text, /herald_requests_total\{operation="content.list-articles",status="200"\} 1/)
    assert.match(text, /herald_requests_total\{operation="content.list-articles",status="401"\} 1/)
    assert.match(text, /herald_request_seconds_bucket\{le="\+Inf",operation="content.list-articles"\} 2/)
    assert.match(text, /herald_meter_batch_requests_count 1/)
    assert.match(text, /herald_meter_flush_seconds_count 1/)
    assert.match(text, /herald_provider_call_seconds_count\{lane="sandbox:stripe",outcome="2xx"\} 2/)
    for (const name of ['herald_queue_depth', 'herald_queue_oldest_seconds', 'herald_webhook_attempts_total'])
      assert.ok(text.includes(`# TYPE ${name}`), name)
    const at = (token?: string) =>
      fetch(
        `${server.url}/metrics`,
        token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
      )
    assert.equal((await at()).status, 401)
    assert.equal((await at('wrong')).status, 401)
    assert.equal((await at('metrics-token')).status, 200)
    await server.stop()
  })

  test('are off unless they are configured', async () => {
    const answer = await fetch(`${startedApp.url}/metrics`)
    assert.equal(answer.status, 404)
  })
})

describe('readiness', () => {
  test('it is no when no worker has lived for half a minute, and yes again when one does', async () => {
    let skew = 0
    const clock = { now: () => new Date(), monotonic: () => performance.now() + skew }
    const app = await startApp({ store: 'PostgreSQL', clock })
    const call = caller(app.url)
    const ready = () => call('GET /ready')
    await eventually(async () => (await ready()).status === 200)
    assert.deepEqual((await ready()).body.checks, { database: 'ok', queue: 'ok', worker: 'ok' })
    await app.db.script(`create or replace function herald_now() returns timestamptz language sql volatile
      as 'select clock_timestamp() + interval ''31 seconds'''`)
    skew = 31_000
    await app.db.script(`update worker_heartbeats set beat_at = clock_timestamp()`)
    const answer = await ready()
    assert.equal(answer.status, 503, answer.text)
    assert.match(answer.text, /Not ready: worker/)
    await eventually(async () => (await ready()).status === 200)
    await app.db.script('alter table jobs rename to jobs_away')
    assert.match((await ready()).text, /Not ready: queue/)
    await app.db.script('alter table jobs_away rename to jobs')
    await app.close()
  })
})
