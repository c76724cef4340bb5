import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { TestApp } from '../../test/harness.ts'
import { CURATED } from './curated.ts'
import { sharedApp } from './fixtures/server.ts'

const run = promisify(execFile)
const ROOT = new URL('../../', import.meta.url).pathname
const guide = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  )

/** What a newcomer does with the guide: copy a block, paste it, look. Only the address is another. */
describe('the guide, word for word', () => {
  let app: TestApp
  before(async () => {
    app = await sharedApp()
  })
  const here = (text: string) => text.replaceAll('http://127.0.0.1:8787', app.url)
  const env = { PATH: process.env.PATH }

  test('the first block signs up, names the tools and calls one; pasted again it says what is wrong', async () => {
    const script = here(blocks('sh')[0] ?? '')
    const { stdout } = await run('bash', ['-c', script], { env })
    const [key, ...lines] = stdout.split('\n')
    assert.match(key ?? '', /^hk_live_\w+$/)
    for (const { name } of CURATED) assert.ok(lines.includes(`"name":"${name}"`), name)
    const called = JSON.parse(lines.at(-1) ?? '')
    assert.equal(called.result.structuredContent.tier, 'free')
    await assert.rejects(run('bash', ['-c', script], { env }), /that email has signed up before/)
  })

  test('the program with the official SDK connects, lists and calls', async () => {
    const { key } = await app.tenant({ tier: 'free' })
    // Inside the repository, so that the SDK is found as it would be in a project that has it.
    mkdirSync(join(ROOT, '.tmp'), { recursive: true })
    const folder = mkdtempSync(join(ROOT, '.tmp', 'guide-'))
    try {
      const file = join(folder, 'program.mjs')
      writeFileSync(file, here(blocks('js')[0] ?? ''))
      const { stdout } = await run(process.execPath, [file], { env: { ...env, HERALD_API_KEY: key } })
      assert.match(stdout, /^\d{2,} tools on the free tier\n$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('every piece of configuration can be read by what it is for', () => {
    assert.ok(blocks('json').length >= 5)
    for (const block of blocks('json')) JSON.parse(block)
    for (const block of [...blocks('json'), ...blocks('sh'), ...blocks('toml')])
      assert.doesNotMatch(block, /HERALD_KEY|\$KEY/, 'one name for the key everywhere')
  })
})
