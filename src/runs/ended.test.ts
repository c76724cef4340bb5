import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../test/eventually.ts'
import { STORES } from '../../test/harness.ts'
import { PROBE_TABLE, probe, probeAgent } from '../../test/probe.ts'
import { EVENTS, type EventName } from '../events/catalogue.ts'
import { type Hooked, startHooked } from '../events/fixtures/hooked.ts'
import { type Receiver, startReceiver } from '../events/fixtures/receiver.ts'

for (const store of STORES) {
  describe(`webhooks of runs on ${store}`, () => {
    let app: Hooked
    let receiver: Receiver
    before(async () => {
      app = await startHooked({ store, extra: [probe], agents: [probeAgent] })
      await app.db.script(PROBE_TABLE)
      receiver = await startReceiver()
      app.start()
    })
    after(async () => {
      await app.close()
      await receiver.close()
    })

    test('a run that completes, fails or is cancelled sends one event, which its catalogue entry describes', async () => {
      const who = await app.tenant()
      await app.endpoint(who, receiver.url)
      const work = async (body: object) =>
        String((await app.call('POST /probe/work', { key: who.key, body })).body.run_id)
      const completed = await work({ step_cost_micros: 2_500 })
      const failed = await work({ fail: true })
      const cancelled = await work({ wait: true })
      await app.call(`POST /agents/runs/${cancelled}/cancel`, { key: who.key })
      await eventually(async () => receiver.received.length === 3)
      const told = receiver.received.map(({ body }) => JSON.parse(body))
      for (const { event, data } of told) EVENTS[event as EventName].data.parse(data)
      const of = (id: string) => told.find(({ data }) => data.run_id === id)
      assert.deepEqual([of(completed).event, of(completed).data.cost_usd], ['agent.completed', 0.0025])
      assert.deepEqual(
        [of(failed).event, of(failed).data.error_message],
        ['agent.failed', 'The probe was asked to fail.'],
      )
      assert.deepEqual([of(cancelled).event, of(cancelled).data.status], ['agent.failed', 'failed'])
    })
  })
}
