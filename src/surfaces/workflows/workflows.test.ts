import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { type caller, errorCode, postgres, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { makeTenant, startProcess } from '../../../test/process.ts'
import { sweep } from '../../maintenance.ts'
import { sql } from '../../store/sql.ts'
import { WORKFLOWS } from './load.ts'

type Run = {
  status: string
  kind: string
  cost_usd: number
  error_message?: string
  progress: { done: number; total: number; note: string | null }
  output?: { simulated: boolean; steps: { agent: string; outputs: Record<string, unknown>[] }[] }
}

async function readRun(call: ReturnType<typeof caller>, key: string, id: unknown): Promise<Run> {
  return (await call(`GET /agents/runs/${id}`, { key })).body as unknown as Run
}

function ended(call: ReturnType<typeof caller>, key: string, id: unknown): Promise<Run> {
  return eventually(async () => {
    const run = await readRun(call, key, id)
    return run.status === 'completed' || run.status === 'failed' ? run : null
  }, 30_000)
}

for (const store of STORES) {
  describe(`workflows on ${store}`, () => {
    let app: TestApp

    before(async () => {
      app = await startApp({ store })
    })
    after(() => app.close())

    for (const workflow of WORKFLOWS) {
      test(`${workflow.name}: its example runs through all its steps as one workflow run`, async () => {
        const { id, key } = await app.tenant({ tier: 'pro' })
        const accepted = await app.call(`POST /workflows/${workflow.name}/run`, {
          key,
          body: { input: workflow.example },
        })
        assert.equal(accepted.status, 202, accepted.text)
        const run = await ended(app.call, key, accepted.body.run_id)
        assert.equal(run.status, 'completed', `${run.error_message}`)
        assert.equal(run.kind, 'workflow')
        assert.equal(run.output?.simulated, true)
        assert.deepEqual(
          run.output?.steps.map(({ agent }) => agent),
          workflow.steps.map(({ agent }) => agent),
        )
        for (const { agent, outputs } of run.output?.steps ?? [])
          assert.ok(outputs.length > 0, `${agent} did nothing`)
        assert.deepEqual(run.progress, {
          done: workflow.steps.length,
          total: workflow.steps.length,
          note: null,
        })
        const usage = await app.usage(key)
        assert.deepEqual([usage.workflows_used, usage.agent_runs_used, usage.actions_used], [1, 0, 1])
        assert.ok(
          Math.abs((usage.cost_usd_period ?? 0) - run.cost_usd) < 1e-9,
          'it pays what its steps spent',
        )
        const held = await app.db.row<{ held: number }>(
          sql`select sum(held_micros)::int as held from meters where tenant_id = ${id}`,
        )
        assert.equal(held?.held, 0, 'nothing stays held')
        assert.ok(run.cost_usd * 1e6 <= workflow.hold(app.app, workflow.example))
        assert.ok(workflow.hold(app.app, workflow.example) <= workflow.hold(app.app))
      })
    }

    test('what a workflow holds follows from its input', async () => {
      const { id, key } = await app.tenant({ tier: 'pro' })
      const sprint = WORKFLOWS.find(({ name }) => name === 'visibility-sprint') ?? assert.fail()
      const small = { ...sprint.example, queries: ['best coffee'], platforms: ['perplexity'] }
      const [one, two, most] = [small, sprint.example]
        .map((input) => sprint.hold(app.app, input))
        .concat(sprint.hold(app.app))
      assert.ok((one ?? 0) * 2 < (two ?? 0) && (two ?? 0) * 2 < (most ?? 0), `${one} ${two} ${most}`)
      const accepted = await app.call('POST /workflows/visibility-sprint/run', {
        key,
        body: { input: small },
      })
      const row = await app.db.row<{ held: number }>(
        sql`select hold_micros::int as held from usage_events where tenant_id = ${id}`,
      )
      assert.equal(row?.held, one)
      await ended(app.call, key, accepted.body.run_id)
    })

    test('the steps of a run that ended a day ago are swept, those of others stay', async () => {
      const { id, key } = await app.tenant({ tier: 'pro' })
      const start = async () => {
        const body = { input: { keywords: ['a', 'b'], facts: ['It is hot.'] } }
        const { run_id } = (await app.call('POST /workflows/content-sprint/run', { key, body })).body
        await ended(app.call, key, run_id)
        return String(run_id)
      }
      const [old, recent] = [await start(), await start()]
      await app.db.run(sql`
        update runs set completed_at = completed_at - interval '25 hours' where tenant_id = ${id} and id = ${old}`)
      await sweep(app.db)
      const kept = await app.db.rows<{ run_id: string }>(
        sql`select distinct run_id from run_steps where tenant_id = ${id}`,
      )
      assert.deepEqual(kept, [{ run_id: recent }])
      assert.equal((await readRun(app.call, key, old)).status, 'completed')
    })

    test('a step that fails fails the run and is named; what the steps before spent stays paid', async () => {
      const { key } = await app.tenant({ tier: 'pro' })
      const accepted = await app.call('POST /workflows/content-sprint/run', {
        key,
        body: {
          input: { keywords: ['a', 'b'], facts: ['x'], audience: 'those who sandbox:bad_json_always' },
        },
      })
      const run = await ended(app.call, key, accepted.body.run_id)
      assert.equal(run.status, 'failed')
      assert.match(`${run.error_message}`, /^Step 2 of 3 \(content-brief\): /)
      assert.equal(run.output, undefined)
      assert.ok(run.cost_usd > 0)
      assert.equal((await app.usage(key)).workflows_used, 1)
    })

    test('below Pro it is 403; a bad input is 400 and an unknown name 404, and nothing is charged', async () => {
      for (const tier of ['free', 'hobby'] as const) {
        const { key } = await app.tenant({ tier })
        const refused = await app.call('POST /workflows/content-sprint/run', { key, body: { input: {} } })
        assert.equal(refused.status, 403, refused.text)
        assert.equal(errorCode(refused), 'forbidden')
      }
      const { key } = await app.tenant({ tier: 'pro' })
      const bad = await app.call('POST /workflows/content-sprint/run', {
        key,
        body: { input: { keywords: [] } },
      })
      assert.equal(errorCode(bad), 'validation_failed')
      assert.match(bad.text, /input\.keywords: /)
      const unknown = await app.call('POST /workflows/nothing/run', { key, body: { input: {} } })
      assert.equal(unknown.status, 404)
      assert.equal((await app.usage(key)).actions_used, 0)
    })
  })

  test(`a chain killed in its second step goes on behind the first and pays nothing twice, on ${store}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'herald-chain-'))
    const where =
      store === 'PGlite' ? { DATA_DIR: folder } : { DATABASE_URL: await (await postgres()).database() }
    const entry = 'src/surfaces/workflows/fixtures/server.ts'
    try {
      const first = await startProcess(where, entry)
      const { key } = await makeTenant(first)
      const { run_id } = (await first.call('POST /chain/run', { key, body: {} })).body
      const before = await eventually(async () => {
        const run = await readRun(first.call, key, run_id)
        return run.progress.note === 'stall: standing still' ? run : null
      })
      assert.ok(before.cost_usd > 0)
      await first.kill()
      const second = await startProcess(where, entry)
      const run = await ended(second.call, key, run_id)
      assert.equal(run.status, 'completed', `${run.error_message}`)
      assert.equal(run.cost_usd, before.cost_usd)
      assert.deepEqual(
        run.output?.steps.map(({ agent, outputs }) => [agent, outputs.length]),
        [
          ['faq-writer', 2],
          ['stall', 1],
        ],
      )
      assert.deepEqual(run.output?.steps[1]?.outputs, [{ attempt: 2 }])
      await second.stop()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
