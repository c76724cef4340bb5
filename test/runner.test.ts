import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('a failed test fails the run', () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawnSync(process.execPath, ['--test', '--test-isolation=none', 'test/fixtures/failing.ts'], {
    cwd: new URL('..', import.meta.url),
    env,
    encoding: 'utf8',
  })
  assert.match(run.stdout, /as it should/)
  assert.equal(run.status, 1)
})
