import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { postgres } from './harness.ts'
import { makeTenant, type Server, startProcess } from './process.ts'
import { answersIn, openWire, requestText, type Wire, type WireAnswer } from './wire.ts'

/** What clients see of a service that is told to stop, read off the wire. */
describe('a stopping service', () => {
  let url: string
  let client: pg.Client
  before(async () => {
    url = await (await postgres()).database()
    client = new pg.Client(url)
    await client.connect()
  })
  after(() => client.end())

  const count = async (text: string, values: unknown[] = []) =>
    Number((await client.query(`select count(*)::int as n from ${text}`, values)).rows[0].n)
  const metered = (tenantId: string) => count('each_usage_event where tenant_id = $1', [tenantId])
  const launch = (env = {}) => startProcess({ DATABASE_URL: url, ...env }, 'test/probe-server.ts')
  const refusing = (server: Server) =>
    eventually(() =>
      openWire(server.url).then(
        ({ socket }) => void socket.destroy(),
        () => true,
      ),
    )

  test('answers in full what it was working on, and what comes after on the same connections or not at all', async () => {
    const server = await launch()
    const { id, key } = await makeTenant(server)
    await client.query('begin')
    await client.query('lock table probe_effects in access exclusive mode')
    const wires = await Promise.all(Array.from({ length: 20 }, () => openWire(server.url)))
    for (const wire of wires) wire.send(requestText('POST /probe/act', key, { text: 'x' }))
    // The gates have let all of them in, and the lock keeps every handler from its end.
    const watcher = new pg.Client(url)
    await watcher.connect()
    await eventually(async () => {
      const { rows } = await watcher.query('select 1 from each_usage_event where tenant_id = $1', [id])
      return rows.length === wires.length
    })
    await watcher.end()
    const stopped = server.stop()
    await refusing(server)
    for (const wire of wires) wire.send(requestText('GET /usage', key))
    await client.query('rollback')
    await Promise.all(wires.map(({ closed }) => closed))
    for (const wire of wires) {
      const [acted, ...later] = wholeAnswers(wire)
      assert.equal(acted?.status, 201)
      for (const answer of later) assertProper(answer)
    }
    assert.equal(await count('probe_effects where tenant_id = $1', [id]), wires.length)
    assert.equal(await stopped, 0)
  })

  test('under load no answer breaks off, none is bare, and whatever was metered was answered', async () => {
    const server = await launch()
    const { id, key } = await makeTenant(server)
    let answered = 0
    const caller = async () => {
      for (;;) {
        const wire = await openWire(server.url).catch(() => null)
        if (wire === null) return
        for (let sent = 1; !wire.socket.destroyed; sent++) {
          wire.send(requestText('POST /probe/act', key, { text: 'x' }))
          await wire.answered(sent)
        }
        for (const answer of wholeAnswers(wire)) {
          assertProper(answer)
          if (answer.status === 201) answered++
        }
      }
    }
    const callers = Promise.all(Array.from({ length: 8 }, caller))
    await eventually(async () => (await metered(id)) > 200)
    assert.equal(await server.stop(), 0)
    await callers
    assert.ok(answered > 200)
    assert.equal(await metered(id), answered)
  })

  test('takes a bounded time, whoever hangs on: a stream, a reader that does not read, a request that never ends', async () => {
    // Nobody works on the run, so that its stream has no end of its own.
    const server = await launch({ HERALD_ROLE: 'api' })
    const { key } = await makeTenant(server)
    const { run_id } = (await server.call('POST /probe/work', { key, body: {} })).body
    const [stream, deaf, unfinished] = await Promise.all([1, 2, 3].map(() => openWire(server.url)))
    stream?.send(requestText(`GET /agents/runs/${run_id}/stream`, key))
    // More answers than the buffers of both sides hold, and nobody reads them.
    deaf?.socket.pause()
    deaf?.send(requestText('GET /openapi.json', key).repeat(100))
    unfinished?.send(requestText('POST /probe/act', key, { text: 'never to its end' }).slice(0, -5))
    await eventually(async () => stream?.received().includes('event: '))
    const since = performance.now()
    assert.equal(await server.stop(), 0)
    const seconds = (performance.now() - since) / 1_000
    assert.ok(seconds < 15, `${seconds.toFixed(1)} s`)
    await Promise.all([stream, unfinished].map((wire) => wire?.closed))
    deaf?.socket.destroy()
  })
})

/** Of a connection that has ended: never half an answer. */
function wholeAnswers(wire: Wire): WireAnswer[] {
  const { whole, broken } = answersIn(wire.received())
  assert.equal(broken.toString(), '', 'an answer broke off')
  return whole
}

function assertProper({ status, body }: WireAnswer): void {
  if (status >= 400) assert.equal(typeof (body.error as { code?: unknown } | undefined)?.code, 'string')
}
