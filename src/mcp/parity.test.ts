import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, startApp, type TestApp } from '../../test/harness.ts'
import { exampleInput } from '../../test/laws/makers.ts'
import { PROBE_TABLE, probe } from '../../test/probe.ts'
import { pathParams } from '../kernel/operation.ts'
import { isFree } from '../kernel/scopes.ts'
import { loadSurfaces } from '../surfaces/load.ts'
import { CURATED, curatedAs } from './curated.ts'
import { normalised } from './fixtures/normalised.ts'
import { sharedApp } from './fixtures/server.ts'
import { isStandIn, standIns } from './fixtures/stand-ins.ts'
import {
  bill,
  callTool,
  type Fields,
  inputFor,
  overRest,
  type Result,
  sameRefusal,
} from './fixtures/transports.ts'
import { isOffered, toolName } from './generated.ts'

const built = [...(await loadSurfaces()), probe].flatMap((surface) => [...surface.operations])
const missing = standIns(built)
const offered = [...built, ...missing.operations].filter(
  (declared) => curatedAs(declared) !== null || isOffered(declared),
)

describe('a tool is its operation', () => {
  let app: TestApp

  before(async () => {
    app = await startApp({ store: 'PGlite', extra: [probe, missing] })
    await app.db.script(PROBE_TABLE)
  })
  after(() => app.close())

  for (const declared of offered) {
    const tool = curatedAs(declared)?.tool ?? toolName(declared)

    test(`${tool} (${declared.route}): equal results and equal charges`, async () => {
      const rest = await overRest(app, declared)
      const payer = await app.tenant()
      const input = await inputFor(app, declared, payer)
      const requestId = crypto.randomUUID()
      let result = {} as Result
      const charge = await bill(app, declared, payer.key, async () => {
        result = await callTool(app, declared, input, payer.key, { 'x-request-id': requestId })
      })
      assert.equal(result._meta.status, rest.status, result.content[0].text)
      assert.deepEqual(charge, rest.charge)
      if (result.isError === true) assert.deepEqual(normalised(JSON.parse(result.content[0].text)), rest.body)
      else {
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
        const got = normalised(result.structuredContent)
        // What two REST calls do not agree on cannot be asked of the tool: then the fields have to be the same.
        if (rest.steady) assert.deepEqual(got, rest.body)
        else assert.deepEqual(Object.keys(got as Fields).sort(), Object.keys(rest.body as Fields).sort())
      }
      if (declared.meter === 'none' || rest.status >= 300) return
      const events = await app.call(`GET /usage/events?request_id=${requestId}`, { key: payer.key })
      assert.deepEqual(
        (events.body.events as { operation: string }[]).map((event) => event.operation),
        [declared.id],
      )
    })

    test(`${tool} (${declared.route}): equal refusals, for nothing`, async () => {
      const owner = await app.tenant()
      const input = await inputFor(app, declared, owner)
      assert.equal(
        (await sameRefusal(app, declared, { ...input, nope: 'x' }, owner.key, owner.key)).status,
        400,
      )
      if (declared.scope === 'public') return
      if (!isFree(declared.scope)) {
        const free = await app.tenant({ tier: 'free' })
        assert.equal((await sameRefusal(app, declared, input, free.key, free.key)).status, 403)
      }
      if (declared.scope !== 'any') {
        const other = declared.scope === 'usage:read' ? 'tenant:read' : 'usage:read'
        const minted = await app.call('POST /api-keys', { key: owner.key, body: { scopes: [other] } })
        assert.equal(
          (await sameRefusal(app, declared, input, String(minted.body.api_key), owner.key)).status,
          403,
        )
      }
      if (declared.meter !== 'none' && typeof declared.live !== 'object') {
        const broke = await app.tenant({ limits: { actions: 0 } })
        const theirs = isStandIn(declared) ? input : exampleInput(declared)
        assert.equal((await sameRefusal(app, declared, theirs, broke.key, broke.key)).status, 402)
      }
      if (declared.rate !== null) {
        const busy = await app.tenant({ limits: { requests_per_minute: 0 } })
        assert.equal(
          (await sameRefusal(app, declared, exampleInput(declared), busy.key, busy.key)).status,
          429,
        )
      }
      if (pathParams(declared).includes('id') && !isStandIn(declared)) {
        const stranger = await app.tenant()
        assert.equal((await sameRefusal(app, declared, input, stranger.key, stranger.key)).status, 404)
      }
    })
  }

  test('every one of the 27 was tried', () => {
    const tried = new Set(offered.map((declared) => curatedAs(declared)?.tool))
    for (const { name } of CURATED) assert.ok(tried.has(name), name)
  })

  test('an idempotency_key takes effect once, whatever the order of the arguments', async () => {
    const owner = await app.tenant()
    const call = (given: Fields) =>
      app.call('POST /mcp', {
        key: owner.key,
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'probe_act', arguments: given },
        },
      })
    const resultOf = (answer: Answer) =>
      answer.body.result as Result & { _meta: { idempotent_replayed?: true } }
    const first = resultOf(await call({ text: 'hello', idempotency_key: 'k1' }))
    const again = resultOf(await call({ idempotency_key: 'k1', text: 'hello' }))
    assert.deepEqual(again.structuredContent, first.structuredContent)
    assert.equal(again._meta.idempotent_replayed, true)
    assert.equal((await app.usage(owner.key)).actions_used, 1)
    assert.equal(resultOf(await call({ text: 'other', idempotency_key: 'k1' }))._meta.status, 422)
    for (const idempotency_key of [7, null, '', ['k1']]) {
      assert.equal(resultOf(await call({ text: 'hello', idempotency_key }))._meta.status, 400)
    }
  })

  test('a fault of ours is a 500 envelope without its cause, and is not charged', async () => {
    const owner = await app.tenant()
    const declared = app.registry.get('probe.act')
    const result = await callTool(app, declared, { text: 'x', crash: 'before' }, owner.key)
    assert.equal(result._meta.status, 500)
    assert.doesNotMatch(result.content[0].text, /a fault of ours/)
    assert.equal((await app.usage(owner.key)).actions_used, 0)
  })

  test('what is documented and not wired is a 501 envelope to any valid key', async () => {
    const free = await app.tenant({ tier: 'free' })
    const result = await callTool(app, app.registry.get('probe.unwired'), { mode: 'later' }, free.key)
    assert.equal(result._meta.status, 501)
    assert.equal(JSON.parse(result.content[0].text).error.code, 'deploy_mode_not_wired')
  })

  test('the methods of MCP itself are not metered', async () => {
    const owner = await app.tenant()
    for (const method of ['initialize', 'ping', 'tools/list', 'nope']) {
      await app.call('POST /mcp', { key: owner.key, body: { jsonrpc: '2.0', id: 1, method } })
    }
    assert.equal((await app.usage(owner.key)).actions_used, 0)
  })

  test('arguments that are no object, and a choice that is none, are validation errors in the result', async () => {
    const owner = await app.tenant()
    for (const params of [
      { name: 'tenant_get', arguments: [1] },
      { name: 'ads_campaign_manage', arguments: { action: 'explode', id: 'x' } },
      { name: 'ads_campaign_manage', arguments: { id: 'x' } },
    ]) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const result = (await app.call('POST /mcp', { key: owner.key, body })).body.result as Result
      assert.equal(result.isError, true)
      assert.equal(JSON.parse(result.content[0].text).error.code, 'validation_failed')
    }
  })

  test('a curated tool whose surface is not built is listed and answers the 501 envelope', async () => {
    const bare = await sharedApp()
    const owner = await bare.tenant({ tier: 'free' })
    for (const declared of missing.operations) {
      const as = curatedAs(declared)
      const params = { name: as?.tool, arguments: as?.arguments }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const result = (await bare.call('POST /mcp', { key: owner.key, body })).body.result as Result
      assert.equal(result.isError, true)
      assert.equal(result._meta.status, 501)
      assert.equal(JSON.parse(result.content[0].text).error.code, 'not_implemented')
    }
    assert.equal((await bare.usage(owner.key)).actions_used, 0)
  })
})
