import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { mintKey } from '../../src/kernel/api-key.ts'
import { type AnyOperation, isRead, methodOf, pathOf, pathParams } from '../../src/kernel/operation.ts'
import { rawContentType, rawInputOf } from '../../src/kernel/raw.ts'
import { FREE_CEILING, isFree, SCOPES, type Scope } from '../../src/kernel/scopes.ts'
import { loadSurfaces } from '../../src/surfaces/load.ts'
import { type Answer, errorCode, STORES, startApp, type TestApp } from '../harness.ts'
import { PROBE_TABLE, probe } from '../probe.ts'
import { exampleInput, keyFor, type Owner, ownedInput, send } from './makers.ts'

/**
 * What holds for every operation there is and will be. Nobody writes these proofs for a new operation: declaring
 * it is what adds them.
 */
const operations = [...(await loadSurfaces()), probe].flatMap((surface) => [...surface.operations])
const keyless = ['public', 'optional', 'operator']
const keyed = operations.filter(({ scope }) => !keyless.includes(scope))
const optional = operations.filter(({ scope }) => scope === 'optional')
/** Not those that read their body as signed bytes: their own tests speak for them. */
const fielded = operations.filter((declared) => rawInputOf(declared) === null)
const scoped = keyed.filter(({ scope }) => scope !== 'any')
const metered = keyed.filter(({ meter }) => meter !== 'none')
const limited = keyed.filter(({ rate }) => rate !== null)
const idempotent = keyed.filter((declared) => declared.idempotent !== false)
const withId = keyed.filter((declared) => pathParams(declared).includes('id'))

for (const store of STORES) {
  describe(`laws on ${store}`, () => {
    let app: TestApp
    let owner: Owner

    before(async () => {
      app = await startApp({ store, extra: [probe] })
      await app.db.script(PROBE_TABLE)
      owner = await app.tenant({ tier: 'scale' })
    })
    after(() => app.close())

    /** Refused means refused: nothing in the meter moves. */
    async function refused(
      declared: AnyOperation,
      who: Owner,
      status: number,
      code: string,
      ask: () => Promise<Answer>,
    ) {
      const before = await actions(who)
      const answer = await ask()
      assert.equal(answer.status, status, `${declared.id}: ${answer.text}`)
      assert.equal(errorCode(answer), code)
      assert.equal(await actions(who), before, 'a refused request is not metered')
      return answer
    }

    async function actions(who: Owner): Promise<number> {
      const row = await app.db.row<{ n: number }>({
        name: 'law_actions',
        text: 'select coalesce(sum(actions), 0)::int as n from meters where tenant_id = $1',
        values: [who.id],
      })
      return row?.n ?? 0
    }

    async function scopedKey(scopes: string[]): Promise<string> {
      const minted = await app.call('POST /api-keys', { key: owner.key, body: { scopes } })
      assert.equal(minted.status, 201, minted.text)
      return String(minted.body.api_key)
    }

    for (const declared of keyed) {
      test(`${declared.id}: without a valid key it is 401, always in the same words`, async () => {
        const input = exampleInput(declared)
        const messages = new Set<unknown>()
        for (const key of [undefined, 'nonsense', 'hk_live_nonsense', mintKey('live').raw]) {
          const answer = await refused(declared, owner, 401, 'unauthorized', () =>
            send(app, declared, input, key),
          )
          messages.add(answer.text)
        }
        assert.equal(messages.size, 1)
      })
    }

    for (const declared of optional) {
      test(`${declared.id}: without a key it is public, with a bad one it is 401`, async () => {
        const ask = (key: string) => send(app, declared, exampleInput(declared), key)
        for (const key of ['nonsense', 'hk_live_nonsense', mintKey('live').raw])
          await refused(declared, owner, 401, 'unauthorized', () => ask(key))
        for (const key of [undefined, owner.key]) {
          const answer = await send(app, declared, await ownedInput(app, declared, owner), key)
          assert.ok(answer.status < 300, answer.text)
        }
      })
    }

    for (const declared of scoped) {
      test(`${declared.id}: a key without ${declared.scope} is 403`, async () => {
        const other = declared.scope === 'usage:read' ? 'tenant:read' : 'usage:read'
        const key = await scopedKey([other])
        await refused(declared, owner, 403, 'forbidden', () =>
          send(app, declared, exampleInput(declared), key),
        )
      })
      test(`${declared.id}: ${isFree(declared.scope) ? 'a free key may call it' : 'a free key is 403, whatever it carries'}`, async () => {
        const free = await app.tenant({ tier: 'free' })
        if (!isFree(declared.scope)) {
          await refused(declared, free, 403, 'forbidden', () =>
            send(app, declared, exampleInput(declared), free.key),
          )
        } else {
          assert.ok(FREE_CEILING.has(declared.scope as Scope))
          const answer = await send(app, declared, exampleInput(declared), free.key)
          assert.notEqual(answer.status, 403, answer.text)
        }
      })
    }

    for (const declared of fielded) {
      test(`${declared.id}: bad fields are 400, each as path: issue, joined by semicolons`, async () => {
        const input = { ...exampleInput(declared), nope_one: '1', nope_two: '2' }
        const answer = await refused(declared, owner, 400, 'validation_failed', () =>
          send(app, declared, input, keyFor(declared, owner)),
        )
        const { message } = answer.body.error as { message: string }
        assert.match(message, /nope_one: unknown field; nope_two: unknown field/)
      })
      test(`${declared.id}: its example is answered, and both match their schemas`, async () => {
        assert.ok(declared.input.safeParse(declared.example.input).success, 'the example input matches')
        const [status, schema] = Object.entries(declared.output)[0] as [string, z.ZodType]
        if (rawContentType(schema) === null) schema.parse(declared.example.output)
        if (typeof declared.live === 'object') return
        const input = await ownedInput(app, declared, owner)
        const answer = await send(app, declared, input, keyFor(declared, owner))
        const raw = rawContentType(schema)
        assert.equal(String(answer.status), status, answer.text)
        if (raw !== null) assert.ok(answer.headers.get('content-type')?.startsWith(raw))
        else if (answer.status !== 204) schema.parse(answer.body)
      })
      test(`${declared.id}: x-request-id is echoed, or made`, async () => {
        const given = crypto.randomUUID()
        const input = { ...exampleInput(declared), nope: '1' }
        const echoed = await send(app, declared, input, keyFor(declared, owner), {
          headers: { 'x-request-id': given },
        })
        assert.equal(echoed.headers.get('x-request-id'), given)
        const made = await send(app, declared, input, keyFor(declared, owner))
        assert.match(String(made.headers.get('x-request-id')), /^[0-9a-f-]{36}$/)
      })
    }

    for (const declared of fielded.filter((one) => !isRead(one))) {
      test(`${declared.id}: a body that is not JSON is a 4xx envelope`, async () => {
        const path = pathOf(declared).replace(/\{\w+\}/g, 'x')
        const key = keyFor(declared, owner)
        const ask = (raw: string, headers = {}) =>
          app.call(`${methodOf(declared)} ${path}`, { key, raw, headers })
        await refused(declared, owner, 400, 'bad_request', () => ask('{"text": '))
        await refused(declared, owner, 400, 'validation_failed', () => ask('[1, 2]'))
        await refused(declared, owner, 415, 'unsupported_media_type', () =>
          ask('text=1', { 'content-type': 'text/plain' }),
        )
      })
    }

    for (const declared of metered) {
      test(`${declared.id}: with its quota used up it is 402 and nothing is consumed`, async () => {
        const broke = await app.tenant({ tier: 'scale', limits: { actions: 0 } })
        await refused(declared, broke, 402, 'quota_exceeded', () =>
          send(app, declared, exampleInput(declared), broke.key),
        )
      })
      test(`${declared.id}: it is metered once, with its x-request-id`, async () => {
        const payer = await app.tenant({ tier: 'scale' })
        const requestId = crypto.randomUUID()
        const input = await ownedInput(app, declared, payer)
        const before = await actions(payer)
        const answer = await send(app, declared, input, payer.key, { headers: { 'x-request-id': requestId } })
        assert.ok(answer.status < 300, answer.text)
        assert.equal(await actions(payer), before + 1)
        const events = await app.call(`GET /usage/events?request_id=${requestId}`, { key: payer.key })
        assert.deepEqual(
          (events.body.events as { operation: string }[]).map((event) => event.operation),
          [declared.id],
        )
      })
    }

    for (const declared of limited) {
      test(`${declared.id}: past its limit it is 429 with Retry-After, and nothing is consumed`, async () => {
        const busy = await app.tenant({ tier: 'scale', limits: { requests_per_minute: 1 } })
        const first = await send(app, declared, exampleInput(declared), busy.key)
        assert.notEqual(first.status, 429)
        assert.equal(first.headers.get('x-ratelimit-limit'), '1')
        assert.equal(first.headers.get('x-ratelimit-remaining'), '0')
        const second = await refused(declared, busy, 429, 'rate_limited', () =>
          send(app, declared, exampleInput(declared), busy.key),
        )
        const wait = Number(second.headers.get('retry-after'))
        assert.ok(wait >= 1 && wait <= 60)
        assert.equal((second.body.error as { retry_after: number }).retry_after, wait)
        assert.equal(second.headers.get('x-ratelimit-remaining'), '0')
      })
    }

    for (const declared of withId) {
      test(`${declared.id}: another tenant’s id is 404, like one that never was`, async () => {
        const stranger = await app.tenant({ tier: 'scale' })
        const input = await ownedInput(app, declared, owner)
        const foreign = await send(app, declared, input, stranger.key)
        const absent = await send(app, declared, { ...input, id: 'nothing_here' }, stranger.key)
        assert.equal(foreign.status, 404, foreign.text)
        assert.equal(foreign.text, absent.text)
        const own = await send(app, declared, input, owner.key)
        assert.notEqual(own.status, 404, `its owner finds it: ${own.text}`)
      })
    }

    for (const declared of idempotent) {
      test(`${declared.id}: the same Idempotency-Key replays, another body collides, and it is charged once`, async () => {
        const payer = await app.tenant({ tier: 'scale' })
        const input = await ownedInput(app, declared, payer)
        const before = await actions(payer)
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const first = await send(app, declared, input, payer.key, { headers })
        assert.ok(first.status < 300, first.text)
        const again = await send(app, declared, input, payer.key, { headers })
        assert.equal(again.status, first.status)
        assert.equal(again.headers.get('idempotent-replayed'), 'true')
        const secrets = typeof declared.idempotent === 'object' ? declared.idempotent.redact : []
        assert.deepEqual(again.body, {
          ...first.body,
          ...Object.fromEntries(secrets.map((name) => [name, null])),
        })
        const body = JSON.stringify(
          Object.fromEntries(Object.entries(input).filter(([name]) => !pathParams(declared).includes(name))),
        )
        const other = await send(app, declared, input, payer.key, { headers, raw: `${body} ` })
        assert.equal(other.status, 422)
        assert.equal(errorCode(other), 'idempotency_collision')
        assert.equal(await actions(payer), before + (declared.meter === 'none' ? 0 : 1))
      })
      test(`${declared.id}: an Idempotency-Key that is empty, too long, not ASCII or sent twice is 400`, async () => {
        const input = exampleInput(declared)
        for (const bad of ['', 'x'.repeat(256), 'x'.repeat(10_000), 'schl\u00fcssel']) {
          const answer = await send(app, declared, input, owner.key, { headers: { 'idempotency-key': bad } })
          assert.equal(answer.status, 400, `${bad.slice(0, 10)}: ${answer.text}`)
        }
      })
    }

    test('an operation names only scopes that exist, and only free ones are in the ceiling', () => {
      for (const declared of scoped)
        assert.ok((SCOPES as readonly string[]).includes(declared.scope), declared.id)
    })
  })
}
