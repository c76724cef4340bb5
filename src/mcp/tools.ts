import type { Principal } from '../kernel/context.ts'
import type { Access } from '../kernel/operation.ts'
import { SCOPES, type Scope } from '../kernel/scopes.ts'
import { type Fields, RPC, RpcError } from './protocol.ts'

/** Who is calling, for the pipeline. */
export type Caller = { authorization: string | undefined; request_id: string; ip: string }

export type ToolCall = Caller & {
  arguments: unknown
  /** The whole of the request's params, for tools that speak the protocol themselves. */
  params: Fields
}

/** `result` is a JSON object as text. Notifications, if any, are sent before it on the same response. */
export type ToolReply = { result: string; notifications?: readonly string[] }

export type Tool = {
  name: string
  toolsets: readonly string[]
  /** Changes nothing anywhere; what `?readonly=1` keeps. */
  read_only: boolean
  /** What a key needs to see it; null for the curated ones, which every key sees. */
  scope: Access | null
  /** Its entry in tools/list. */
  listing: Fields
  call(call: ToolCall): Promise<ToolReply>
}

/** What the endpoint's query asks to see of the list: `?toolsets=core,seo&readonly=1`. */
export type Narrowing = { toolsets: ReadonlySet<string> | null; read_only: boolean }

export type Catalogue = {
  /** The tools array as JSON, with the braces that close the response after it: made once for each set of scopes. */
  list(principal: Principal, narrowing: Narrowing): Buffer
  /** The tool of that name, unless the narrowing leaves it out. Scopes are the pipeline's to judge. */
  find(name: string, narrowing: Narrowing): Tool
}

const MAX_LISTS = 500

export function createCatalogue(tools: readonly Tool[]): Catalogue {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are called ${tool.name}`)
    byName.set(tool.name, tool)
  }
  const known = new Set(tools.flatMap((tool) => tool.toolsets))
  const signatureOf = signer(tools)
  const lists = new Map<string, Buffer>()

  return {
    list(principal, narrowing) {
      const key = signatureOf(principal.scopes) + suffixOf(narrowing, known)
      let list = lists.get(key)
      if (list === undefined) {
        const shown = tools.filter((tool) => isShown(tool, principal.scopes) && passes(tool, narrowing))
        list = Buffer.from(`${JSON.stringify(shown.map((tool) => tool.listing))}}}`)
        if (lists.size >= MAX_LISTS) lists.clear()
        lists.set(key, list)
      }
      return list
    },
    find(name, narrowing) {
      const tool = byName.get(name)
      if (tool !== undefined && passes(tool, narrowing)) return tool
      throw new RpcError(RPC.invalid_params, `Unknown tool: ${name.slice(0, 120)}`)
    },
  }
}

/** Only scopes that some tool asks for tell two lists apart. Tiers share their sets, so most keys hit the cache. */
function signer(tools: readonly Tool[]): (scopes: ReadonlySet<Scope>) => string {
  const asked = new Set(tools.map((tool) => tool.scope))
  const telling = SCOPES.filter((scope) => asked.has(scope))
  const signatures = new WeakMap<ReadonlySet<Scope>, string>()
  return (scopes) => {
    let signature = signatures.get(scopes)
    if (signature === undefined) {
      signature = telling.map((scope) => (scopes.has(scope) ? '1' : '0')).join('')
      signatures.set(scopes, signature)
    }
    return signature
  }
}

function isShown({ scope }: Tool, scopes: ReadonlySet<Scope>): boolean {
  if (scope === null || scope === 'any' || scope === 'optional' || scope === 'public') return true
  return scopes.has(scope as Scope)
}

function passes(tool: Tool, { toolsets, read_only }: Narrowing): boolean {
  if (read_only && !tool.read_only) return false
  return toolsets === null || tool.toolsets.some((name) => toolsets.has(name))
}

/** Empty for the whole list, which is what nearly everybody asks for. */
function suffixOf({ toolsets, read_only }: Narrowing, known: ReadonlySet<string>): string {
  const reads = read_only ? ' reads' : ''
  if (toolsets === null) return reads
  const wrong = [...toolsets].filter((name) => !known.has(name))
  if (wrong.length === 0) return `${reads} ${[...toolsets].sort().join()}`
  throw new RpcError(
    RPC.invalid_params,
    `No toolset is called ${wrong.join(', ').slice(0, 120)}. There are: ${[...known].join(', ')}.`,
  )
}
