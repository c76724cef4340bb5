import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { z } from 'zod'
import type { TestApp } from '../../test/harness.ts'
import { type AnyOperation, operation, reply } from '../kernel/operation.ts'
import { createRegistry } from '../kernel/registry.ts'
import { isFree } from '../kernel/scopes.ts'
import { CURATED, curatedAs, curatedTools } from './curated.ts'
import { sharedApp } from './fixtures/server.ts'
import { generatedTools, isOffered, toolName } from './generated.ts'
import type { Runner } from './operation-tool.ts'
import { createCatalogue } from './tools.ts'

type Schema = { [keyword: string]: unknown }
type Listed = {
  name: string
  description: string
  inputSchema: Schema
  outputSchema?: Schema
  annotations: Record<string, boolean>
  _meta: { access: string }
}

const guide = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')

const runner: Runner = {
  invoke: async () => {
    throw new Error('nothing is called here')
  },
  report: () => {},
}

describe('tools/list', () => {
  let app: TestApp
  let pro: { key: string }
  let free: { key: string }

  before(async () => {
    app = await sharedApp()
    pro = await app.tenant({ tier: 'pro' })
    free = await app.tenant({ tier: 'free' })
  })

  async function list(key: string, query = ''): Promise<Listed[]> {
    const answer = await app.call(`POST /mcp${query}`, {
      key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.ok(answer.body.result !== undefined, answer.text)
    return (answer.body.result as { tools: Listed[] }).tools
  }
  const names = (tools: readonly Listed[]) => tools.map(({ name }) => name)

  test('the 27 curated tools come first, in their order, for every key, marked with their access', async () => {
    assert.equal(CURATED.length, 27)
    for (const { key } of [pro, free]) {
      const first = (await list(key)).slice(0, 27)
      assert.deepEqual(
        names(first),
        CURATED.map(({ name }) => name),
      )
      assert.deepEqual(
        first.map(({ _meta }) => _meta.access),
        CURATED.map(({ access }) => access),
      )
    }
  })

  test('the guide names them all, in the same order and with the same access', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \| .* \| (free|paid)/gm)].map(([, name, access]) => ({
      name,
      access,
    }))
    assert.deepEqual(
      rows,
      CURATED.map(({ name, access }) => ({ name, access })),
    )
  })

  test('the requests in the guide work as they stand', async () => {
    const bodies = [...guide.matchAll(/-d '(\{"jsonrpc".*\})'/g)].map((match) => String(match[1]))
    assert.equal(bodies.length, 2)
    for (const raw of bodies) {
      const answer = await app.call('POST /mcp', { key: free.key, raw })
      const result = answer.body.result as { isError?: boolean } | undefined
      assert.ok(result !== undefined && result.isError === undefined, answer.text)
    }
  })

  test('the access in the table is the access of the operations', () => {
    const byRoute = app.registry.operations.filter((declared) => curatedAs(declared) !== null)
    for (const declared of byRoute) {
      const entry = CURATED.find(({ name }) => name === curatedAs(declared)?.tool)
      assert.equal(entry?.access, isFree(declared.scope) ? 'free' : 'paid', declared.id)
    }
  })

  test('every operation is a tool exactly once, except what is left out', async () => {
    const listed = names(await list((await app.tenant({ tier: 'scale' })).key))
    assert.equal(new Set(listed).size, listed.length)
    for (const declared of app.registry.operations) {
      const tool = curatedAs(declared)?.tool ?? (isOffered(declared) ? toolName(declared) : null)
      if (tool !== null) assert.ok(listed.includes(tool), declared.id)
    }
    for (const left of [
      'admin_',
      'checkout_',
      'mcp_',
      'stripe_',
      'api_keys_create',
      'webhooks_create',
      'webhooks_rotate',
    ]) {
      assert.ok(!listed.some((name) => name.startsWith(left)), left)
    }
    for (const name of listed) assert.match(name, /^[a-z][a-z0-9_]{1,39}$/)
  })

  test('generated tools that a key’s scopes do not cover are hidden', async () => {
    const minted = await app.call('POST /api-keys', { key: pro.key, body: { scopes: ['usage:read'] } })
    const narrow = names(await list(String(minted.body.api_key)))
    assert.ok(narrow.includes('usage_get'))
    assert.ok(!narrow.includes('tenant_update'))
    assert.ok(names(await list(pro.key)).includes('tenant_update'))
    assert.ok(names(await list(pro.key)).includes('api_keys_remove'))
    assert.ok(!names(await list(free.key)).includes('api_keys_remove'))
  })

  test('toolsets and readonly narrow the list, and what they leave out cannot be called', async () => {
    assert.deepEqual(
      names(await list(pro.key, '?toolsets=core')),
      CURATED.map(({ name }) => name),
    )
    const some = names(await list(pro.key, '?toolsets=usage,tenant'))
    assert.ok(some.every((name) => /^(usage|tenant)_/.test(name)) && some.includes('tenant_get'))
    const reads = names(await list(pro.key, '?readonly=1'))
    assert.ok(reads.includes('tenant_get') && reads.includes('content_articles_list'))
    assert.ok(!reads.includes('tenant_update') && !reads.includes('aeo_scan'))
    const call = (query: string, name: string) =>
      app.call(`POST /mcp${query}`, {
        key: pro.key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      })
    assert.equal(((await call('?readonly=1', 'tenant_update')).body.error as { code: number }).code, -32602)
    assert.ok((await call('?readonly=1', 'tenant_get')).body.result)
    const wrong = await app.call('POST /mcp?toolsets=nope', {
      key: pro.key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    assert.match(
      (wrong.body.error as { message: string }).message,
      /No toolset is called nope\. There are: core/,
    )
  })

  test('schemas are flat and portable: no $ref, no type lists, no combination at the root, nothing unnamed', async () => {
    for (const tool of await list(pro.key)) {
      for (const schema of [tool.inputSchema, tool.outputSchema ?? { type: 'object' }]) {
        assert.equal(schema.type, 'object', tool.name)
        assert.ok(!('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema), tool.name)
        walk(schema, (node) => {
          assert.ok(!('$ref' in node || '$defs' in node || '$schema' in node), tool.name)
          assert.ok(!Array.isArray(node.type), tool.name)
        })
      }
      assert.equal(tool.inputSchema.additionalProperties, false, tool.name)
    }
  })

  test('all four annotations are set, and a billable call is never marked as a mere read', async () => {
    const tools = await list(pro.key)
    for (const { name, annotations } of tools) {
      assert.deepEqual(
        Object.keys(annotations).sort(),
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'],
        name,
      )
    }
    for (const declared of app.registry.operations.filter(({ meter }) => meter !== 'none')) {
      const tool = curatedAs(declared)?.tool ?? toolName(declared)
      const listed = tools.find(({ name }) => name === tool)
      if (listed !== undefined) assert.equal(listed.annotations.readOnlyHint, false, tool)
    }
  })

  test('writes that take an Idempotency-Key take idempotency_key, others do not', async () => {
    const tools = await list(pro.key)
    for (const declared of app.registry.operations) {
      const listed = tools.find(({ name }) => name === (curatedAs(declared)?.tool ?? toolName(declared)))
      if (listed === undefined) continue
      const properties = listed.inputSchema.properties as Schema
      assert.equal('idempotency_key' in properties, declared.idempotent !== false, declared.id)
    }
  })
})

describe('names', () => {
  const declare = (id: string, path: string): AnyOperation =>
    operation({
      id,
      route: `GET /${path}`,
      summary: 'x',
      description: 'x',
      scope: 'any',
      meter: 'none',
      hold: null,
      rate: null,
      idempotent: false,
      live: true,
      input: z.object({}),
      output: { 200: z.object({}) },
      errors: {},
      example: { input: {}, output: {} },
      handle: async () => reply.ok({}),
    })
  const build = (...operations: AnyOperation[]) => {
    const registry = createRegistry([{ name: 'x', description: 'x', operations }])
    const curated = curatedTools(registry, runner)
    return createCatalogue([...curated.tools, ...generatedTools(registry, curated.operations, runner)])
  }

  test('two tools of one name fail the build', () => {
    assert.throws(() => build(declare('x.a-b', 'one'), declare('x-a.b', 'two')), /two tools are called x_a_b/)
    assert.throws(() => build(declare('aeo.scan', 'other')), /two tools are called aeo_scan/)
  })
  test('a name of more than 40 characters fails the build', () => {
    assert.throws(() => build(declare(`x.${'a'.repeat(39)}`, 'one')), /longer than 40/)
  })
})

function walk(node: unknown, visit: (node: Schema) => void, inProperties = false): void {
  if (typeof node !== 'object' || node === null) return
  if (!inProperties && !Array.isArray(node)) visit(node as Schema)
  for (const [keyword, child] of Object.entries(node))
    walk(child, visit, !inProperties && keyword === 'properties')
}
