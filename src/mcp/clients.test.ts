import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sharedApp } from './fixtures/server.ts'
import { MODERN_VERSION } from './protocol.ts'

type Listed = { name: string; outputSchema?: unknown }
type Result = { structuredContent?: unknown; isError?: boolean; content: unknown; _meta?: unknown }
type Connected = {
  version(): string | undefined
  list(): Promise<{ tools: Listed[]; nextCursor?: string | undefined }>
  call(name: string, given: Record<string, unknown>): Promise<Result>
  close(): Promise<void>
}

const ME = { name: 'herald-tests', version: '1.0.0' }

/** Every official client that there is, as its users set it up: an address and a header. */
const CLIENTS: Record<string, (url: URL, key: string) => Promise<Connected>> = {
  'sdk 1.x': async (url, key) => {
    const client = new LegacyClient(ME)
    const transport = new LegacyTransport(url, {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    })
    // The SDK's own types disagree about optional fields when they are exact; the value is the SDK's.
    await client.connect(transport as Parameters<typeof client.connect>[0])
    return {
      version: () => transport.protocolVersion,
      list: () => client.listTools(),
      call: async (name, given) => (await client.callTool({ name, arguments: given })) as Result,
      close: () => client.close(),
    }
  },
  'client 2.x by default': (url, key) => modern(url, key, 'legacy'),
  'client 2.x negotiating': (url, key) => modern(url, key, 'auto'),
  'client 2.x pinned to the newest revision': (url, key) => modern(url, key, { pin: MODERN_VERSION }),
}

async function modern(url: URL, key: string, mode: 'legacy' | 'auto' | { pin: string }): Promise<Connected> {
  const client = new ModernClient(ME, { versionNegotiation: { mode } })
  const transport = new ModernTransport(url, { requestInit: { headers: { Authorization: `Bearer ${key}` } } })
  await client.connect(transport)
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    list: () => client.listTools(),
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as Result,
    close: () => client.close(),
  }
}

const EXPECTED_VERSION: Record<string, string> = {
  'sdk 1.x': '2025-11-25',
  'client 2.x by default': '2025-11-25',
  'client 2.x negotiating': MODERN_VERSION,
  'client 2.x pinned to the newest revision': MODERN_VERSION,
}

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(`${name}`, () => {
    let client: Connected
    let tenantId: string

    before(async () => {
      const app = await sharedApp()
      const tenant = await app.tenant({ tier: 'free' })
      tenantId = tenant.id
      client = await connect(new URL(`${app.url}/v1/mcp`), tenant.key)
    })
    after(() => client.close())

    test('connects in the era that it asks for', () => assert.equal(client.version(), EXPECTED_VERSION[name]))

    test('lists every tool on one page', async () => {
      const { tools, nextCursor } = await client.list()
      assert.ok(tools.length > 27)
      assert.equal(nextCursor, undefined)
    })

    test('calls a tool and accepts its result as its output schema describes it', async () => {
      await client.list()
      const result = await client.call('tenant_get', {})
      assert.equal((result.structuredContent as { id: string }).id, tenantId)
    })

    test('is refused by a tool with an output schema without choking on it', async () => {
      const { tools } = await client.list()
      assert.ok(tools.find((tool) => tool.name === 'agent_run_get')?.outputSchema)
      const refused = await client.call('agent_run_get', { id: 'run_none' })
      assert.equal(refused.isError, true)
      assert.equal(refused.structuredContent, undefined)
      const [content] = refused.content as [{ text: string }]
      assert.equal(JSON.parse(content.text).error.code, 'not_found')
    })

    test('is told of an unknown tool by an error of the protocol', async () => {
      await assert.rejects(
        client.call('no_such_tool', {}),
        (error: { code?: number }) => error.code === -32602,
      )
    })
  })
}

test('a wrong key fails the connection of every client', async () => {
  const app = await sharedApp()
  for (const connect of Object.values(CLIENTS)) {
    await assert.rejects(connect(new URL(`${app.url}/v1/mcp`), 'hk_live_wrong'))
  }
})
