import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeTenant, type Server, startProcess } from '../../../test/process.ts'
import { acceptScan, ended, type Output } from './fixtures/scans.ts'

type World = Awaited<ReturnType<typeof startSandbox>>

/** The outside world lives on while the service dies, as it does in life; it counts what it was asked. */
function liveEnv(world: World, dataDir: string): Record<string, string> {
  const at = (mount: string) => `${world.url}/${mount}`
  return {
    DATA_DIR: dataDir,
    HERALD_MODE: 'live',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: at('openai'),
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: at('anthropic'),
    GEMINI_API_KEY: 'k',
    GEMINI_BASE_URL: at('gemini'),
    PERPLEXITY_API_KEY: 'k',
    PERPLEXITY_BASE_URL: at('perplexity'),
  }
}

const progressOf = async (server: Server, key: string, id: string) => {
  const { body } = await server.call(`GET /agents/runs/${id}`, { key })
  return (body.progress as { done: number }).done
}

describe('a scan whose process is killed', () => {
  let world: World
  let dataDir: string
  before(async () => {
    world = await startSandbox({ port: 0, latency_ms: 60 })
    dataDir = mkdtempSync(join(tmpdir(), 'herald-scan-'))
  })
  after(async () => {
    await world.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('kill -9 in the middle of 200 answers: it completes, nothing stored is asked again, cost counts once', async () => {
    const queries = Array.from({ length: 50 }, (_, i) => `which tool is best for task ${i}`)
    const first = await startProcess(liveEnv(world, dataDir))
    const { key } = await makeTenant(first)
    const platforms = ['chatgpt', 'claude', 'gemini', 'perplexity']
    const id = await acceptScan(first, key, { queries, platforms })
    await eventually(async () => (await progressOf(first, key, id)) >= 60)
    await first.kill()
    const askedBefore = world.stats().by_prompt.reduce((sum, count) => sum + count.asked, 0)
    assert.ok(askedBefore < 200, 'it was killed in the middle')

    const second = await startProcess(liveEnv(world, dataDir))
    const storedBefore = await progressOf(second, key, id)
    const run = await ended(second, key, id, 40_000)
    assert.equal(run.status, 'completed', String(run.error_message))
    const output = run.output as Output
    assert.equal(output.answers.length, 200)
    assert.equal(new Set(output.answers.map((a) => `${a.platform} ${a.query} ${a.repeat}`)).size, 200)
    assert.deepEqual(output.coverage.succeeded, platforms)

    const counts = world.stats().by_prompt
    const again = counts.filter(({ asked }) => asked > 1)
    assert.ok(counts.every(({ asked }) => asked <= 2))
    // Only what was under way or not yet written is asked again: fewer than were asked but not seen as stored.
    assert.ok(
      again.length <= askedBefore - storedBefore,
      `${again.length} asked again, ${askedBefore} asked and ${storedBefore} stored before the kill`,
    )
    const sum = output.answers.reduce((total, answer) => total + answer.cost_usd, 0)
    assert.ok(Math.abs(sum - Number(run.cost_usd)) < 1e-9, 'the run costs what its answers cost')
    const usage = (await second.call('GET /usage', { key })).body
    assert.ok(Math.abs(Number(usage.cost_usd_period) - sum) < 1e-9)
    assert.equal(usage.held_usd, 0)
    assert.equal(usage.agent_runs_used, 1)
    await second.stop()
  })
})
