import { z } from 'zod'
import { operation, surface } from '../kernel/operation.ts'

/**
 * POST /mcp for the description only. It is a transport of its own beside REST, so it is not in the registry and this
 * is never invoked; readers of the description are to find it all the same.
 */
const call = operation({
  id: 'mcp.call',
  route: 'POST /mcp',
  summary: 'Speak MCP',
  description:
    'A Model Context Protocol server: JSON-RPC 2.0, one request to one response. `tools/list` names the tools that the key may use, `tools/call` runs one and is charged like the operation behind it. Faults of the protocol come as JSON-RPC errors.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional().describe('Comes back with the answer.'),
    method: z.string().describe('tools/list, tools/call, initialize, ping or server/discover.'),
    params: z.record(z.string(), z.unknown()).optional(),
  }),
  output: {
    200: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.union([z.string(), z.int(), z.null()]),
      result: z.record(z.string(), z.unknown()).optional(),
      error: z
        .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
        .optional()
        .describe('Instead of result, when the protocol was not kept.'),
    }),
  },
  errors: { forbidden: 'The Origin of the page that asks is not allowed.' },
  example: {
    input: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    output: {
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [{ name: 'usage_get', inputSchema: { type: 'object' } }] },
    },
  },
  handle: () => Promise.reject(new Error('POST /mcp has a transport of its own')),
})

export const mcpSurface = surface({
  name: 'mcp',
  description: 'The same operations as tools for AI clients, over the Model Context Protocol.',
  operations: [call],
})

/** JSON-RPC answers for itself what REST would refuse as 400 or 415. */
export const MCP_STATUSES: ReadonlySet<string> = new Set(['401', '403', '413', '500', '503', 'default'])
