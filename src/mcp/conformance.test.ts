import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TestApp } from '../../test/harness.ts'
import { startBearerProxy } from './fixtures/bearer-proxy.ts'
import { CONFORMANCE_TOOLS } from './fixtures/conformance-tools.ts'
import { sharedApp, startWithTools } from './fixtures/server.ts'

type Outcome = { code: number | null; stdout: string; stderr: string }

/** Runs a development tool from node_modules with the Node that runs the tests. */
function run(script: string, args: readonly string[], cwd: string): Promise<Outcome> {
  const entry = fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/${script}`, import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** The server scenarios that count for a revision, without those that are run for information only. */
function requiredOf(revision: string): ReadonlySet<string> {
  const file = new URL(
    `../../node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`,
    import.meta.url,
  )
  const [, section = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(readFileSync(file, 'utf8')) ?? []
  return new Set([...section.matchAll(/- (\S+)/g)].map((match) => String(match[1])))
}

describe('official test suites', () => {
  let app: TestApp
  let key: string
  let folder: string
  let fixtures: { url: string; close(): Promise<void> }
  let plain: { url: string; close(): void }
  let proxied: { url: string; close(): void }

  before(async () => {
    app = await sharedApp()
    key = (await app.tenant({ tier: 'pro' })).key
    folder = mkdtempSync(join(tmpdir(), 'herald-conformance-'))
    fixtures = await startWithTools(app, CONFORMANCE_TOOLS)
    plain = await startBearerProxy(`${app.url}/v1/mcp`, key)
    proxied = await startBearerProxy(fixtures.url, key)
  })
  after(async () => {
    plain.close()
    proxied.close()
    await fixtures.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { revision, passing } of [
    { revision: '2026-07-28', passing: 25 },
    { revision: '2025-11-25', passing: 12 },
  ]) {
    test(`conformance ${revision}: ${passing} scenarios pass, and what fails needs what we do not offer`, async () => {
      const baseline = fileURLToPath(new URL(`./fixtures/expected-failures-${revision}.yml`, import.meta.url))
      const done = await run(
        'conformance/dist/index.js',
        ['server', '--url', proxied.url, '--requirements', revision, '--expected-failures', baseline],
        folder,
      )
      assert.equal(done.code, 0, done.stdout + done.stderr)
      const passed = [...done.stdout.matchAll(/^✓ (\S+): \d+ passed, 0 failed/gm)].map((match) => match[1])
      const required = requiredOf(revision)
      assert.equal(passed.filter((name) => required.has(String(name))).length, passing, done.stdout)
    })
  }

  for (const scenario of [
    'tools-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'http-header-validation',
  ]) {
    test(`conformance ${scenario} passes on the service itself, without fixture tools`, async () => {
      const done = await run(
        'conformance/dist/index.js',
        ['server', '--url', plain.url, '--scenario', scenario, '--spec-version', '2026-07-28'],
        folder,
      )
      assert.equal(done.code, 0, done.stdout + done.stderr)
    })
  }

  test('the inspector’s strict lint finds no error in any tool’s schemas', async () => {
    const done = await run(
      'inspector/clients/launcher/build/index.js',
      [
        '--cli',
        `${app.url}/v1/mcp`,
        '--transport',
        'http',
        '--header',
        `Authorization: Bearer ${key}`,
        '--method',
        'tools/list',
        '--strict',
      ],
      folder,
    )
    assert.equal(done.code, 0, done.stderr)
    assert.ok(JSON.parse(done.stdout).tools.length >= 27)
    assert.doesNotMatch(done.stderr, /^Error: tool/m)
  })
})
