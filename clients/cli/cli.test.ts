import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../test/harness.ts'
import { PROBE_TABLE, probe, probeAgent } from '../../test/probe.ts'
import { verifyWebhook } from '../typescript/src/index.ts'

type Ended = { code: number | null; out: string; err: string }

describe('herald on the command line', () => {
  let app: TestApp
  let folder: string
  let config: string

  before(async () => {
    app = await startApp({ store: 'PGlite', extra: [probe], agents: [probeAgent] })
    await app.db.script(PROBE_TABLE)
    folder = mkdtempSync(join(tmpdir(), 'herald-cli-'))
    config = join(folder, 'herald', 'config.json')
  })
  after(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function begin(args: string[], env: Record<string, string> = {}) {
    const main = new URL('./main.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, HERALD_BASE_URL: `${app.url}/v1`, ...env },
    })
    const said: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.err += chunk
    })
    const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ ...said, code })))
    return { child, said, ended }
  }
  const herald = (args: string[], env?: Record<string, string>) => begin(args, env).ended

  test('signing up keeps the key where only its owner can read it, and does not print it', async () => {
    const done = await herald(['signup', 'cli@example.com'])
    assert.equal(done.code, 0, done.err)
    assert.equal(statSync(config).mode & 0o777, 0o600)
    const { api_key } = JSON.parse(readFileSync(config, 'utf8'))
    assert.match(api_key, /^hk_live_/)
    assert.ok(!done.out.includes(api_key))
  })

  test('answers are tables for people and JSON for programs, without colours in a pipe', async () => {
    const shown = await herald(['usage'])
    assert.match(shown.out, /^actions_limit\s+1000$/m)
    assert.ok(!shown.out.includes('\u001b'))
    const { actions_limit } = JSON.parse((await herald(['usage', '--json'])).out)
    assert.equal(actions_limit, 1000)
    const keys = await herald(['keys', 'list'])
    assert.match(keys.out, /^id\s+name\s+key_prefix/)
  })

  test('exit codes tell what went wrong', async () => {
    assert.equal((await herald(['keys', 'create'])).code, 1)
    assert.match((await herald(['keys', 'create'])).err, /^forbidden: /)
    assert.equal((await herald(['nonsense'])).code, 2)
    assert.equal((await herald(['runs', 'watch'])).code, 2)
    assert.equal((await herald(['usage', '--nonsense'])).code, 2)
    assert.equal((await herald(['admin', 'tenants'])).code, 2)
    assert.equal((await herald(['--help'])).code, 0)
    const { key } = await app.tenant()
    const run = await app.call('POST /probe/work', { key, body: { fail: true } })
    const failed = await herald(['runs', 'watch', String(run.body.run_id)], { HERALD_API_KEY: key })
    assert.equal(failed.code, 3, failed.err)
    assert.match(failed.out, /asked to fail/)
  })

  test('the operator sees and moves tenants', async () => {
    const { id } = await app.tenant({ tier: 'free' })
    const listed = await herald(['admin', 'tenants'], { ADMIN_TOKEN })
    assert.match(listed.out, new RegExp(`${id}.*free`))
    const moved = await herald(['admin', 'update', id, '--tier', 'pro', '--json'], { ADMIN_TOKEN })
    assert.equal(JSON.parse(moved.out).tier, 'pro')
  })

  test('listening forwards each event once, signed, and leaves no endpoint behind', async () => {
    const { key } = await app.tenant()
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push({ headers: request.headers, body })
      response.end('ok')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const args = ['webhooks', 'listen', '--forward', String(port), '--events', 'agent.failed']
    const listening = begin(args, { HERALD_API_KEY: key })
    await eventually(async () => listening.said.err !== '')
    assert.match(listening.said.err, /Signing secret/)
    const secret = /Signing secret: (\S+)/.exec(listening.said.err)?.[1] ?? ''
    for (let n = 0; n < 2; n++) await app.call('POST /probe/work', { key, body: { fail: true } })
    await eventually(async () => received.length >= 2)
    for (const { headers, body } of received)
      assert.ok(await verifyWebhook({ body, signature: String(headers['service-signature']), secret }))
    listening.child.kill('SIGINT')
    const ended = await listening.ended
    assert.equal(ended.code, 0, ended.err)
    assert.equal(ended.out.trim().split('\n').length, 2)
    assert.equal(received.length, 2)
    assert.deepEqual((await app.call('GET /webhooks', { key })).body.webhooks, [])
    receiver.close()
  })
})
