import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import pg from 'pg'
import { setAhead } from './database-clock.ts'
import { eventually } from './eventually.ts'
import { postgres } from './harness.ts'
import { makeTenant, type Server, startProcess } from './process.ts'

describe('a worker that is frozen past its lease', () => {
  let url: string
  before(async () => {
    url = await (await postgres()).database()
  })

  test('another does its run, and what the thawed one brings under the old lease changes nothing', async (t) => {
    const client = new pg.Client(url)
    await client.connect()
    t.after(() => client.end())
    const ask = async (text: string) => (await client.query(text)).rows
    const open = (attempt: number) => ask(`insert into probe_gates values (${attempt}, false)`)
    const passed = async (attempt: number) =>
      (await ask(`select passed from probe_gates where attempt = ${attempt}`))[0]?.passed === true

    const frozen = await startProcess({ DATABASE_URL: url }, 'test/held-server.ts')
    const { key } = await makeTenant(frozen)
    const { run_id } = (await frozen.call('POST /probe/work', { key, body: {} })).body
    const read = async (server: Server) => (await server.call(`GET /agents/runs/${run_id}`, { key })).body
    const attemptOf = async (server: Server) => ((await read(server)).progress as { done: number }).done
    await eventually(async () => (await attemptOf(frozen)) === 1)

    frozen.child.kill('SIGSTOP')
    await setAhead({ script: async (text) => void (await ask(text)) }, 11)
    const other = await startProcess({ DATABASE_URL: url }, 'test/held-server.ts')
    await eventually(async () => (await attemptOf(other)) === 2)
    const [taken] = await ask('select lease, attempts from jobs')

    frozen.child.kill('SIGCONT')
    await open(1)
    await eventually(() => passed(1))
    // Its stop waits for what it has under way, so afterwards nothing of the first try is left to come.
    assert.equal(await frozen.stop(), 0)
    assert.equal((await read(other)).status, 'running')
    assert.deepEqual(await ask('select lease, attempts from jobs'), [{ ...taken, attempts: 2 }])

    await open(2)
    const run = await eventually(async () => {
      const now = await read(other)
      return now.status === 'completed' ? now : null
    })
    assert.deepEqual(run.output, { attempts: 2 })
    assert.equal(run.cost_usd, 0.001, 'only the step of the lease’s holder is paid')
    const usage = (await other.call('GET /usage', { key })).body
    assert.deepEqual([usage.agent_runs_used, usage.held_usd], [1, 0])
    assert.equal(await other.stop(), 0)
  })
})
