import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { startSandbox } from './server.ts'
import { readFaults, readLatency } from './settings.ts'
import { ask, PLATFORMS, platformNamed, post } from './test-asks.ts'

describe('what the sandbox counts', () => {
  it('asks and answers are counted by platform and prompt, so that a client can prove it asked once', async () => {
    const sandbox = await startSandbox()
    const target = platformNamed('claude')
    await ask(sandbox, target, 'best crm')
    await ask(sandbox, target, 'best crm')
    await ask(sandbox, target, 'best tea sandbox:error_once')
    await ask(sandbox, target, 'best tea sandbox:error_once')
    const { by_prompt, by_platform, requests } = sandbox.stats()
    assert.equal(requests, 4)
    assert.deepEqual(by_platform, { claude: { asked: 4, answered: 3 } })
    assert.deepEqual(
      by_prompt.map(({ asked, answered }) => [asked, answered]),
      [
        [2, 2],
        [2, 1],
      ],
    )
    const seen = await (await fetch(`${sandbox.url}/_sandbox/stats`)).json()
    assert.deepEqual(seen, sandbox.stats())
    await sandbox.close()
  })

  it('a reset forgets counts and taught brands, and answers begin again from the first draw', async () => {
    const sandbox = await startSandbox({ day: '2026-11-10' })
    const target = platformNamed('grok')
    const first = await ask(sandbox, target, 'best crm')
    await post(sandbox, '/_sandbox/market', {}, { brands: [{ name: 'Lumenroast', strength: 1 }] })
    await post(sandbox, '/_sandbox/reset', {}, {})
    assert.equal(sandbox.stats().requests, 0)
    assert.equal((await ask(sandbox, target, 'best crm')).raw, first.raw)
    await sandbox.close()
  })

  it('brands are refused when they make no sense', async () => {
    const sandbox = await startSandbox()
    for (const brands of [[], [{ name: '' }], [{ name: 'A', strength: 2 }], 'x']) {
      assert.equal((await post(sandbox, '/_sandbox/market', {}, { brands })).status, 400)
    }
    await sandbox.close()
  })
})

describe('settings', () => {
  it('latency applies to the platform it is set for', async () => {
    const sandbox = await startSandbox({ latency_ms: { claude: 80, default: 0 } })
    const timed = async (name: string): Promise<number> => {
      const start = performance.now()
      await ask(sandbox, platformNamed(name), 'best crm')
      return performance.now() - start
    }
    await timed('grok')
    assert.ok((await timed('claude')) >= 78)
    await sandbox.close()
  })

  it('faults hit about the given share of asks, the same ones on every run', async () => {
    const run = async (): Promise<number[]> => {
      const sandbox = await startSandbox({
        faults: { rate: 0.3, kinds: ['error', 'rate_limit'], platforms: ['grok'] },
      })
      const statuses: number[] = []
      for (let index = 0; index < 100; index += 1)
        statuses.push((await ask(sandbox, platformNamed('grok'), `best tea ${index}`)).status)
      assert.equal((await ask(sandbox, platformNamed('claude'), 'best tea')).status, 200)
      await sandbox.close()
      return statuses
    }
    const first = await run()
    const failed = first.filter((status) => status !== 200).length
    assert.ok(failed > 15 && failed < 45, String(failed))
    assert.ok(first.includes(429) && first.includes(503))
    assert.deepEqual(await run(), first)
  })

  it('are read from text', () => {
    assert.deepEqual(readLatency('50'), { default: 50 })
    assert.deepEqual(readLatency('chatgpt=200,default=5'), { chatgpt: 200, default: 5 })
    assert.throws(() => readLatency('fast'))
    assert.deepEqual(readFaults('0.1:error,timeout@grok'), {
      rate: 0.1,
      kinds: ['error', 'timeout'],
      platforms: ['grok'],
      seed: 1,
    })
    assert.equal(readFaults('').rate, 0)
    assert.throws(() => readFaults('2'))
    assert.throws(() => readFaults('0.1:sulk'))
  })
})

describe('the server', () => {
  it('lists its mounts, marks every reply, and knows what is not mounted', async () => {
    const sandbox = await startSandbox()
    const root = await fetch(sandbox.url)
    assert.equal(root.headers.get('x-sandbox'), 'true')
    const listed = sandbox.mounts.map((mount) => mount.name)
    for (const target of PLATFORMS) assert.ok(listed.includes(target.family))
    assert.equal((await fetch(`${sandbox.url}/myspace/v1`)).status, 404)
    await sandbox.close()
  })

  it('closes at once while replies are held', async () => {
    const sandbox = await startSandbox()
    const held = ask(sandbox, platformNamed('grok'), 'best crm sandbox:timeout').catch(() => 'cut')
    while (sandbox.stats().requests === 0) await new Promise((resolve) => setImmediate(resolve))
    await sandbox.close()
    assert.equal(await held, 'cut')
  })

  it('shares nothing with the service: no import leaves the folder', () => {
    const root = new URL('.', import.meta.url)
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    assert.ok(files.length > 20)
    for (const file of files) {
      const depth = file.split('/').length - 1
      const source = readFileSync(new URL(file, root), 'utf8')
      for (const [, target = ''] of source.matchAll(/^(?:import|export|\}).* from '([^']+)'$/gm)) {
        const ups = target.split('../').length - 1
        const allowed = target.startsWith('node:') || (target.startsWith('.') && ups <= depth)
        assert.ok(
          allowed || (file.endsWith('.test.ts') && target === 'fast-check'),
          `${file} imports ${target}`,
        )
      }
    }
  })
})
