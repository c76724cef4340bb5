import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const ROOT = new URL('..', import.meta.url)

function run(leak: string) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', '--test-isolation=none', 'test/fixtures/leaking.ts']
  return spawnSync(process.execPath, args, { cwd: ROOT, env: { ...env, LEAK: leak }, encoding: 'utf8' })
}

test('a secret in a log line, in an error or in what a process says fails the run, though every test passes', () => {
  assert.equal(run('nothing').status, 0)
  for (const [leak, said] of [
    ['log', /a log line with a secret of 32 characters: .*it was <…>/],
    ['error', /an error with .*hk_/],
    ['process', /a log line with .*a request of <…> failed/],
  ] as const) {
    const { status, stdout } = run(leak)
    assert.match(stdout, said)
    assert.ok(!/ya29|hk_live_a1B2/.test(stdout), 'the report does not repeat it')
    assert.equal(status, 1, leak)
  }
})

test('a service whose log nobody reads fails the run: it cannot pass by silence', () => {
  const { status, stdout } = run('silence')
  assert.match(stdout, /no line of its log was read/)
  assert.equal(status, 1)
})

test('no test starts the service past the harness, which reads what it says', () => {
  const files = ['src', 'test', 'clients', 'sandbox'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  const past = files.filter((file) => {
    if (!/\.test\.ts$|\/fixtures\/.*\.ts$/.test(file) || file.includes('node_modules')) return false
    if (file === 'test/leaks.test.ts') return false
    return /\bbuildApp\(|['"][^'"]*src\/main\.ts['"]/.test(readFileSync(new URL(file, ROOT), 'utf8'))
  })
  assert.deepEqual(past, [])
})
