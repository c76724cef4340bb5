import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { z } from 'zod'
import type { TestApp } from '../../test/harness.ts'
import type { Principal } from '../kernel/context.ts'
import { effectiveScopes } from '../kernel/scopes.ts'
import { curatedAs } from './curated.ts'
import { sharedApp } from './fixtures/server.ts'
import { toolName } from './generated.ts'
import { createCatalogue, type Tool } from './tools.ts'

type Schema = { [keyword: string]: unknown }
type Listed = { name: string; inputSchema: Schema; _meta: { not_live?: boolean } }

/** A list is read by a model on every turn: it has to be short, and to say all the same what a call needs. */
describe('what tools/list costs', () => {
  let app: TestApp
  let key: string
  before(async () => {
    app = await sharedApp()
    key = (await app.tenant({ tier: 'pro' })).key
  })

  async function list(): Promise<Listed[]> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    return ((await app.call('POST /mcp', { key, body })).body.result as { tools: Listed[] }).tools
  }

  test('a pro key’s list is under 250 tokens a tool on average, and what is built under 235, at four bytes a token', async () => {
    const tokens = (tools: readonly Listed[]) => Buffer.byteLength(JSON.stringify(tools)) / 4 / tools.length
    const tools = await list()
    // What is not built is short; the list must keep to its budget on the day when everything is.
    const built = tools.filter(({ _meta }) => _meta.not_live !== true)
    assert.ok(tokens(tools) < 250, `${tokens(tools).toFixed(1)} tokens a tool over ${tools.length} tools`)
    assert.ok(
      tokens(built) < 235,
      `${tokens(built).toFixed(1)} tokens a tool over ${built.length} built ones`,
    )
  })

  test('what a model needs to call a tool is in its schema: every field, choice and default that means something', async () => {
    const tools = await list()
    for (const declared of app.registry.operations) {
      const listed = tools.find(({ name }) => name === (curatedAs(declared)?.tool ?? toolName(declared)))
      if (listed === undefined) continue
      const { properties, required = [] } = listed.inputSchema as {
        properties: Record<string, Schema>
        required?: string[]
      }
      const full = z.toJSONSchema(declared.input, { io: 'input', unrepresentable: 'any' })
      for (const [name, field] of Object.entries(full.properties ?? {})) {
        const shown = properties[name]
        assert.ok(shown, `${declared.id}: ${name}`)
        // A field that several operations share is shown as far as they agree.
        if (typeof field !== 'object' || curatedAs(declared) !== null) continue
        if (field.enum !== undefined) assert.deepEqual(shown.enum, field.enum, `${declared.id}: ${name}`)
        if (field.default) assert.deepEqual(shown.default, field.default, `${declared.id}: ${name}`)
      }
      if (curatedAs(declared) === null) assert.deepEqual(required, full.required ?? [], declared.id)
    }
  })

  test('a list is serialised once for all keys of the same scopes, and written as the same bytes ever after', () => {
    let serialised = 0
    const tool: Tool = {
      name: 'counted',
      toolsets: ['core'],
      read_only: true,
      scope: 'usage:read',
      listing: { name: 'counted', toJSON: () => ({ name: 'counted', times: ++serialised }) },
      call: async () => ({ result: '{}' }),
    }
    const catalogue = createCatalogue([tool])
    const everything = { toolsets: null, read_only: false }
    const list = (...grants: Parameters<typeof effectiveScopes>[0]) =>
      // The list looks at a key's scopes and at nothing else of it.
      catalogue.list({ scopes: effectiveScopes(grants, 'pro') } as Principal, everything)
    const first = list('*')
    assert.equal(list('*'), first)
    assert.equal(list('usage:read', 'tenant:read'), first, 'scopes that no tool asks for do not matter')
    assert.equal(serialised, 1)
    assert.equal(list('tenant:read').toString(), '[]}}')
  })
})
