import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeTenant, type Server, startProcess } from '../../../test/process.ts'
import { acceptScan, ended, type Output, type OutputAnswer } from './fixtures/scans.ts'

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

async function storedAnswers(server: Server, key: string, id: string): Promise<OutputAnswer[]> {
  const all: OutputAnswer[] = []
  let cursor = ''
  do {
    const { body } = await server.call(`GET /aeo/scans/${id}/answers?limit=100${cursor}`, { key })
    all.push(...(body.answers as OutputAnswer[]))
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor !== '')
  return all
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
    // The dead worker's lease has seconds to run, so this is what the kill left behind.
    const stored = await storedAnswers(second, key, id)
    assert.ok(stored.length >= 60 && stored.length < 200)
    const run = await ended(second, key, id, 40_000)
    assert.equal(run.status, 'completed', String(run.error_message))
    const output = run.output as Output
    assert.equal(output.answers.length, 200)
    assert.equal(new Set(output.answers.map((a) => `${a.platform} ${a.query} ${a.repeat}`)).size, 200)
    assert.deepEqual(output.coverage.succeeded, platforms)

    const asked = new Map(
      world.stats().by_prompt.map((count) => [`${count.platform} ${count.prompt}`, count.asked]),
    )
    for (const { platform, query } of stored)
      assert.equal(asked.get(`${platform} ${query}`), 1, `${platform} was asked again: ${query}`)
    // At most what was under way, or not yet written, is asked a second time.
    const again = [...asked.values()].reduce((total, count) => total + count, 0) - 200
    assert.ok(again <= askedBefore - stored.length, `${again} asked again`)
    const sum = output.answers.reduce((total, answer) => total + answer.cost_usd, 0)
    assert.ok(Math.abs(sum - Number(run.cost_usd)) < 1e-9, 'the run costs what its answers cost')
    const usage = (await second.call('GET /usage', { key })).body
    const events = (await second.call('GET /usage/events?operation=aeo.scan', { key })).body.events
    const [charged] = events as { cost_usd: number }[]
    assert.ok(Math.abs(Number(charged?.cost_usd) - sum) < 1e-9, 'the tenant is charged that once')
    assert.equal(usage.held_usd, 0)
    assert.equal(usage.agent_runs_used, 1)
    await second.stop()
  })
})
