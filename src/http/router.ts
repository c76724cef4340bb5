import { fail } from '../kernel/errors.ts'
import type { Handler } from './exchange.ts'

/** As long as an id may get before it is a mistake. */
const MAX_PARAM_LENGTH = 500

export type Route = { path: string; handler: Handler; body_limit: number }
export type Found = { route: Route; params: Readonly<Record<string, string>> }

/** A path's parts as a tree: `{name}` takes whatever stands there, if nothing is called exactly that. */
type Node = {
  named: Map<string, Node>
  any: { name: string; node: Node } | null
  methods: Map<string, Route>
}

export type Router = {
  add(method: string, route: Route): void
  find(method: string, path: string): Found | null
  /** What a path can be asked, so that a wrong method is told from a wrong path. */
  methods(path: string): string[]
}

const NO_PARAMS = {}

export function createRouter(): Router {
  const root = newNode()
  // Most requests name a path without parameters, which one look-up finds.
  const exact = new Map<string, Map<string, Found>>()

  return {
    add(method, route) {
      let node = root
      for (const part of partsOf(route.path)) node = childOf(node, part)
      if (node.methods.has(method)) throw new Error(`${method} ${route.path} is declared twice`)
      node.methods.set(method, route)
      if (route.path.includes('{')) return
      const found = { route, params: NO_PARAMS }
      exact.set(route.path, (exact.get(route.path) ?? new Map<string, Found>()).set(method, found))
    },
    find(method, path) {
      const known = exact.get(path)?.get(method)
      if (known !== undefined) return known
      const params: Record<string, string> = {}
      const node = walk(root, partsOf(path), 0, params, (at) => at.methods.has(method))
      const route = node?.methods.get(method)
      return route === undefined ? null : { route, params }
    },
    methods(path) {
      const node = walk(root, partsOf(path), 0, {}, (at) => at.methods.size > 0)
      return node === null ? [] : [...node.methods.keys()]
    },
  }
}

function newNode(): Node {
  return { named: new Map(), any: null, methods: new Map() }
}

/** Everything before the first slash counts, so that `*` and whole addresses are no paths of ours. */
function partsOf(path: string): string[] {
  return path.split('/')
}

function childOf(node: Node, part: string): Node {
  if (part.startsWith('{')) {
    node.any ??= { name: part.slice(1, -1), node: newNode() }
    if (node.any.name !== part.slice(1, -1)) throw new Error(`two names for one place: ${part}`)
    return node.any.node
  }
  const known = node.named.get(part)
  if (known !== undefined) return known
  const made = newNode()
  node.named.set(part, made)
  return made
}

function walk(
  node: Node,
  parts: readonly string[],
  at: number,
  params: Record<string, string>,
  wanted: (node: Node) => boolean,
): Node | null {
  const part = parts[at]
  if (part === undefined) return wanted(node) ? node : null
  const named = node.named.get(part)
  const found = named === undefined ? null : walk(named, parts, at + 1, params, wanted)
  if (found !== null || node.any === null || part === '') return found
  const end = walk(node.any.node, parts, at + 1, params, wanted)
  if (end === null || part.length > MAX_PARAM_LENGTH) return null
  params[node.any.name] = decode(part)
  return end
}

function decode(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw fail('bad_request', 'The path is not valid percent-encoding.', { cause })
  }
}
