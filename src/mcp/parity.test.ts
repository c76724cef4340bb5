import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, startApp, type TestApp } from '../../test/harness.ts'
import { exampleInput, type Owner, ownedInput, send } from '../../test/laws/makers.ts'
import { PROBE_TABLE, probe } from '../../test/probe.ts'
import { type AnyOperation, pathParams } from '../kernel/operation.ts'
import { isFree } from '../kernel/scopes.ts'
import { loadSurfaces } from '../surfaces/load.ts'
import { CURATED, curatedAs } from './curated.ts'
import { normalised } from './fixtures/normalised.ts'
import { sharedApp } from './fixtures/server.ts'
import { standIns } from './fixtures/stand-ins.ts'
import { isOffered, toolName } from './generated.ts'
import { structured } from './operation-tool.ts'

type Fields = Record<string, unknown>
type Result = {
  content: [{ text: string }]
  structuredContent?: unknown
  isError?: boolean
  _meta: { status: number; retry_after?: number }
}

const built = [...(await loadSurfaces()), probe].flatMap((surface) => [...surface.operations])
const missing = standIns(built)
const offered = [...built, ...missing.operations].filter(
  (declared) => curatedAs(declared) !== null || isOffered(declared),
)
const isStandIn = (declared: AnyOperation) => missing.operations.includes(declared)

describe('a tool is its operation', () => {
  let app: TestApp

  before(async () => {
    app = await startApp({ store: 'PGlite', extra: [probe, missing] })
    await app.db.script(PROBE_TABLE)
  })
  after(() => app.close())

  async function callTool(
    declared: AnyOperation,
    input: Fields,
    key: string,
    headers: Record<string, string> = {},
  ): Promise<Result> {
    const as = curatedAs(declared) ?? { tool: toolName(declared), arguments: {} }
    const answer = await app.call('POST /mcp', {
      key,
      headers,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: as.tool, arguments: { ...input, ...as.arguments } },
      },
    })
    assert.ok(answer.body.result !== undefined, `${declared.id}: ${answer.text}`)
    return answer.body.result as Result
  }

  async function spent(key: string): Promise<Fields> {
    const { period_start: _start, period_end: _end, ...counts } = await app.usage(key)
    return counts
  }

  /** What a run costs is settled while it works, so only its slot can be compared at once. */
  async function charged(declared: AnyOperation, key: string): Promise<Fields> {
    const { cost_usd_period, held_usd, ...counts } = await spent(key)
    const settled = declared.meter === 'none' || declared.meter === 'action'
    return settled ? { ...counts, cost_usd_period, held_usd } : counts
  }

  const inputFor = (declared: AnyOperation, owner: Owner): Promise<Fields> | Fields =>
    isStandIn(declared) ? exampleInput(declared) : ownedInput(app, declared, owner)

  /** Both transports refuse in the same words, with the same status, and for nothing. */
  async function sameRefusal(
    declared: AnyOperation,
    input: Fields,
    key: string,
    payer: string,
  ): Promise<Answer> {
    const before = await spent(payer)
    const rest = await send(app, declared, input, declared.scope === 'public' ? undefined : key)
    assert.ok(rest.status >= 400, `${declared.id} was not refused: ${rest.text}`)
    const tool = await callTool(declared, input, key)
    assert.equal(tool.isError, true)
    assert.equal(tool._meta.status, rest.status)
    assert.deepEqual(seconds(JSON.parse(tool.content[0].text)), seconds(rest.body))
    assert.equal(tool.structuredContent, undefined)
    if (rest.status === 429) assert.ok(Number(tool._meta.retry_after) >= 1)
    assert.deepEqual(await spent(payer), before, 'a refused call costs nothing')
    return rest
  }

  /** A 429 counts down between the two calls. */
  function seconds(envelope: unknown): unknown {
    const text = JSON.stringify(envelope).replace(/"retry_after":\d+/, '"retry_after":0')
    return JSON.parse(text.replace(/Retry in \d+ s/, 'Retry in 0 s'))
  }

  for (const declared of offered) {
    const tool = curatedAs(declared)?.tool ?? toolName(declared)

    test(`${tool} (${declared.route}): equal results and equal charges`, async () => {
      const [byRest, byTool] = [await app.tenant(), await app.tenant()]
      const restInput = await inputFor(declared, byRest)
      const toolInput = await inputFor(declared, byTool)
      assert.deepEqual(await spent(byRest.key), await spent(byTool.key))
      const requestId = crypto.randomUUID()
      const rest = await send(app, declared, restInput, declared.scope === 'public' ? undefined : byRest.key)
      const result = await callTool(declared, toolInput, byTool.key, { 'x-request-id': requestId })
      assert.equal(result._meta.status, rest.status, `${result.content[0].text} against ${rest.text}`)
      if (rest.status < 300) {
        const body = rest.status === 204 ? null : rest.body
        assert.deepEqual(normalised(result.structuredContent), normalised(structured(body)))
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
      } else assert.deepEqual(normalised(JSON.parse(result.content[0].text)), normalised(rest.body))
      assert.deepEqual(await charged(declared, byTool.key), await charged(declared, byRest.key))
      if (declared.meter === 'none' || rest.status >= 300) return
      const events = await app.call(`GET /usage/events?request_id=${requestId}`, { key: byTool.key })
      assert.deepEqual(
        (events.body.events as { operation: string }[]).map((event) => event.operation),
        [declared.id],
      )
    })

    test(`${tool} (${declared.route}): equal refusals, for nothing`, async () => {
      const owner = await app.tenant()
      const input = await inputFor(declared, owner)
      assert.equal((await sameRefusal(declared, { ...input, nope: 'x' }, owner.key, owner.key)).status, 400)
      if (declared.scope === 'public') return
      if (!isFree(declared.scope)) {
        const free = await app.tenant({ tier: 'free' })
        assert.equal((await sameRefusal(declared, input, free.key, free.key)).status, 403)
      }
      if (declared.scope !== 'any') {
        const other = declared.scope === 'usage:read' ? 'tenant:read' : 'usage:read'
        const minted = await app.call('POST /api-keys', { key: owner.key, body: { scopes: [other] } })
        assert.equal((await sameRefusal(declared, input, String(minted.body.api_key), owner.key)).status, 403)
      }
      if (declared.meter !== 'none' && typeof declared.live !== 'object') {
        const broke = await app.tenant({ limits: { actions: 0 } })
        const theirs = isStandIn(declared) ? input : exampleInput(declared)
        assert.equal((await sameRefusal(declared, theirs, broke.key, broke.key)).status, 402)
      }
      if (declared.rate !== null) {
        const busy = await app.tenant({ limits: { requests_per_minute: 0 } })
        assert.equal((await sameRefusal(declared, exampleInput(declared), busy.key, busy.key)).status, 429)
      }
      if (pathParams(declared).includes('id') && !isStandIn(declared)) {
        const stranger = await app.tenant()
        assert.equal((await sameRefusal(declared, input, stranger.key, stranger.key)).status, 404)
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
    const result = await callTool(declared, { text: 'x', crash: 'before' }, owner.key)
    assert.equal(result._meta.status, 500)
    assert.doesNotMatch(result.content[0].text, /a fault of ours/)
    assert.equal((await app.usage(owner.key)).actions_used, 0)
  })

  test('what is documented and not wired is a 501 envelope to any valid key', async () => {
    const free = await app.tenant({ tier: 'free' })
    const result = await callTool(app.registry.get('probe.unwired'), { mode: 'later' }, free.key)
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
