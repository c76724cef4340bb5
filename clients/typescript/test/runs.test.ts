import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Run } from '../src/index.ts'
import { envelope, startFake } from './fake-server.ts'

const run = (status: Run['status'], more: Partial<Run> = {}) => ({
  status: 200,
  body: { id: 'run_1', status, ...more },
})
const stream = (text: string) => ({
  status: 200,
  body: text,
  headers: { 'content-type': 'text/event-stream' },
})

describe('runs.wait', () => {
  let fake: Awaited<ReturnType<typeof startFake>>
  before(async () => {
    fake = await startFake()
  })
  after(() => fake?.close())

  const paths = () => fake.asked.map(({ url }) => url.replace('/v1/agents/runs/run_1', '') || 'run')

  test('a run that has ended is read once', async () => {
    const { herald } = fake.client([run('completed', { output: { a: 1 } })])
    assert.deepEqual((await herald.runs.wait('run_1')).output, { a: 1 })
    assert.deepEqual(paths(), ['run'])
  })

  test('the stream is followed to the end, then the run is read with its output', async () => {
    const { herald, waits } = fake.client([
      run('queued'),
      stream(
        ': hello\n\nevent: progress\ndata: {"status":"running",\ndata: "progress":{"done":1,"total":2}}\n\ndata: {"status":"completed"}\n\n',
      ),
      run('completed', { output: { a: 1 } }),
    ])
    const seen: unknown[] = []
    const ended = await herald.runs.wait('run_1', { onProgress: ({ status }) => seen.push(status) })
    assert.deepEqual([ended.status, ended.output], ['completed', { a: 1 }])
    assert.deepEqual(seen, ['queued', 'running', 'completed'])
    assert.deepEqual([paths(), waits], [['run', '/stream', 'run'], []])
  })

  for (const [name, answer] of [
    ['there is none (404)', envelope(404, 'not_found')],
    ['it is not live (501)', envelope(501, 'not_implemented')],
    ['it breaks off', stream('data: {"status":"running"}\n\n')],
    ['the connection is lost', 'reset'],
  ] as const) {
    test(`it polls, ever more slowly, where the stream fails: ${name}`, async () => {
      const { herald, waits } = fake.client([
        run('queued'),
        answer,
        run('running'),
        run('running'),
        run('failed'),
      ])
      assert.equal((await herald.runs.wait('run_1', { pollMs: 100 })).status, 'failed')
      assert.deepEqual(
        [paths(), waits],
        [
          ['run', '/stream', 'run', 'run', 'run'],
          [100, 200],
        ],
      )
    })
  }

  test('it gives up after its time and says that the run goes on', async () => {
    let now = 0
    const { herald } = fake.client([run('queued'), envelope(404, 'not_found'), run('running')], {
      now: () => now,
      sleep: async (ms) => {
        now += ms
      },
    })
    await assert.rejects(herald.runs.wait('run_1', { timeoutMs: 60_000 }), {
      code: 'timeout',
      message: /still running/,
    })
    assert.ok(now > 50_000 && now <= 60_000)
  })

  test('a run that does not exist is a not_found, not a wait', async () => {
    const { herald } = fake.client([envelope(404, 'not_found')])
    await assert.rejects(herald.runs.wait('run_1'), { code: 'not_found' })
  })
})
