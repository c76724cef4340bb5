import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../test/eventually.ts'
import { errorCode, STORES, startApp, type TestApp } from '../../../test/harness.ts'
import { PROBE_TABLE, probe, probeAgent } from '../../../test/probe.ts'
import { newId, uuidv7 } from '../../kernel/ids.ts'
import { following, STREAMS_PER_TENANT } from '../../runs/follow.ts'
import { insertRun } from '../../runs/store.ts'

type Event = { id: number; event: string; data: Record<string, unknown> }

function parseEvents(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [id = '', event = '', data = ''] = block
        .split('\n')
        .map((line) => line.slice(line.indexOf(': ') + 2))
      return { id: Number(id), event, data: JSON.parse(data) as Record<string, unknown> }
    })
}

for (const store of STORES) {
  describe(`the stream of a run on ${store}`, () => {
    let app: TestApp
    let owner: { id: string; key: string }

    before(async () => {
      app = await startApp({ store, extra: [probe], agents: [probeAgent] })
      await app.db.script(PROBE_TABLE)
      owner = await app.tenant()
    })
    after(() => app.close())

    async function startWork(body: object): Promise<string> {
      const accepted = await app.call('POST /probe/work', { key: owner.key, body })
      assert.equal(accepted.status, 202, accepted.text)
      return String(accepted.body.run_id)
    }

    /** A stream that is read until enough was heard, or for ever. */
    async function open(id: string, headers: Record<string, string> = {}) {
      const leave = new AbortController()
      const response = await fetch(`${app.url}/v1/agents/runs/${id}/stream`, {
        headers: { authorization: `Bearer ${owner.key}`, ...headers },
        signal: leave.signal,
      })
      let text = ''
      const read = (async () => {
        for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8')
      })()
      read.catch(() => {})
      return { response, read, leave: () => leave.abort(), heard: () => parseEvents(text), text: () => text }
    }

    test('it tells progress in order, ends with the whole run, and closes', async () => {
      const id = await startWork({ steps: 5 })
      const stream = await open(id)
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream')
      assert.equal(stream.response.headers.get('cache-control'), 'no-store')
      assert.equal(stream.response.headers.get('x-accel-buffering'), 'no')
      await stream.read
      const events = stream.heard()
      const last = events.at(-1)
      assert.equal(last?.event, 'completed')
      assert.deepEqual(last?.data, (await app.call(`GET /agents/runs/${id}`, { key: owner.key })).body)
      for (const [at, { id: number, event }] of events.entries()) {
        assert.ok(at === 0 || number > (events[at - 1]?.id ?? 0), 'ids grow')
        assert.equal(event, at === events.length - 1 ? 'completed' : 'progress')
      }
      const done = events.map(({ data }) => (data.progress as { done: number }).done)
      assert.deepEqual(
        done,
        done.toSorted((a, b) => a - b),
      )
      assert.match(stream.text(), /^retry: \d+\n\n/)
    })

    test('a failed run ends with failed and its reason', async () => {
      const stream = await open(await startWork({ fail: true }))
      await stream.read
      const last = stream.heard().at(-1)
      assert.equal(last?.event, 'failed')
      assert.equal(last?.data.error_message, 'The probe was asked to fail.')
    })

    test('with Last-Event-ID only what came after is told; whoever has heard the end gets 204, so that an EventSource stops', async () => {
      const id = await startWork({ steps: 2, wait: true })
      const first = await open(id)
      const seen = await eventually(async () =>
        first.heard().find(({ data }) => (data.progress as { done: number }).done === 2),
      )
      first.leave()
      const second = await open(id, { 'last-event-id': String(seen.id) })
      await eventually(async () => second.text() !== '')
      assert.deepEqual(second.heard(), [])
      await app.call(`POST /agents/runs/${id}/cancel`, { key: owner.key })
      await second.read
      const [only, ...more] = second.heard()
      assert.equal(only?.event, 'failed')
      assert.ok((only?.id ?? 0) > seen.id)
      assert.deepEqual(more, [])
      const third = await app.call(`GET /agents/runs/${id}/stream?last_event_id=${only?.id}`, {
        key: owner.key,
      })
      assert.deepEqual([third.status, third.text], [204, ''])
      const later = { key: owner.key, headers: { 'last-event-id': String((only?.id ?? 0) + 5) } }
      assert.equal((await app.call(`GET /agents/runs/${id}/stream`, later)).status, 204)
      const early = { key: owner.key, headers: { 'last-event-id': String(seen.id) } }
      const told = await app.call(`GET /agents/runs/${id}/stream`, early)
      assert.deepEqual([told.status, parseEvents(told.text).length], [200, 1])
    })

    test('another tenant’s run is 404, and a Last-Event-ID that is none is 400', async () => {
      const id = await startWork({ steps: 0 })
      const stranger = await app.tenant()
      assert.equal((await app.call(`GET /agents/runs/${id}/stream`, { key: stranger.key })).status, 404)
      const bad = await app.call(`GET /agents/runs/${id}/stream`, {
        key: owner.key,
        headers: { 'last-event-id': 'x' },
      })
      assert.equal(errorCode(bad), 'validation_failed')
    })

    test('a client that leaves frees its listener at once; a tenant cannot open streams without end', async () => {
      const id = await startWork({ wait: true })
      const streams = await Promise.all(Array.from({ length: STREAMS_PER_TENANT }, () => open(id)))
      await eventually(async () => following(owner.id) === STREAMS_PER_TENANT)
      const refused = await app.call(`GET /agents/runs/${id}/stream`, { key: owner.key })
      assert.equal(refused.status, 409)
      const since = performance.now()
      for (const stream of streams) stream.leave()
      await eventually(async () => following(owner.id) === 0)
      assert.ok(performance.now() - since < 5_000, 'long before the next heartbeat')
      await app.call(`POST /agents/runs/${id}/cancel`, { key: owner.key })
    })
  })
}

test('a server that stops ends its streams instead of waiting for them', async () => {
  const app = await startApp({ store: 'PGlite' })
  const { id, key } = await app.tenant()
  // Nobody works on it, so its stream has no end of its own.
  const run = { id: newId('run'), tenant_id: id, mode: 'live', kind: 'agent', agent_name: 'x' } as const
  await app.db.transaction((tx) => insertRun(tx, { ...run, input: {}, usage_event_id: uuidv7() }))
  const response = await fetch(`${app.url}/v1/agents/runs/${run.id}/stream`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await eventually(async () => following(id) === 1)
  await app.close()
  await response.text().catch(() => '')
  assert.equal(following(id), 0)
})
