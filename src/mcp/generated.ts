import type { AnyOperation } from '../kernel/operation.ts'
import type { Registry } from '../kernel/registry.ts'
import { isFree } from '../kernel/scopes.ts'
import { describeTool, isReadOnly, jsonOutputs } from './describe.ts'
import { type Behind, callOperation, type Runner } from './operation-tool.ts'
import type { Tool } from './tools.ts'

const MAX_NAME = 40

/**
 * What no model should be handed: payment, keys and secrets that are shown once, and the service's own plumbing.
 * Callbacks and pages are for browsers, so answers that are not JSON are left out as well.
 */
const LEFT_OUT: readonly RegExp[] = [
  /^\w+ \/(admin|checkout|stripe|mcp)(\/|$)/,
  /^POST \/api-keys(\/|$)/,
  /^POST \/webhooks$/,
  /^POST \/webhooks\/\{\w+\}\/rotate-secret$/,
  /^GET \/connect\/\{\w+\}\/callback$/,
  /^GET \/(health|ready|openapi\.json|docs|llms\.txt)(\/|$)/,
]

/** One tool for each operation that is neither curated nor left out, named after it. */
export function generatedTools(
  registry: Registry,
  curated: ReadonlySet<AnyOperation>,
  runner: Runner,
): Tool[] {
  return registry.operations
    .filter((operation) => !curated.has(operation) && isOffered(operation))
    .map((operation) => generatedTool(operation, runner))
}

export function isOffered(operation: AnyOperation): boolean {
  return (
    operation.scope !== 'operator' &&
    !LEFT_OUT.some((pattern) => pattern.test(operation.route)) &&
    jsonOutputs(operation).length > 0
  )
}

/** `agents.list-runs` → `agents_list_runs`. */
export function toolName(operation: AnyOperation): string {
  const name = operation.id.replace(/[.-]/g, '_')
  if (name.length > MAX_NAME) throw new Error(`the tool name ${name} is longer than ${MAX_NAME} characters`)
  return name
}

function generatedTool(operation: AnyOperation, runner: Runner): Tool {
  const name = toolName(operation)
  const behind: Behind = { pick: null, operations: new Map([[operation.id, operation]]) }
  return {
    name,
    toolsets: [operation.id.slice(0, operation.id.indexOf('.'))],
    read_only: isReadOnly(behind),
    scope: operation.scope,
    listing: describeTool(
      {
        name,
        description: `${operation.summary}. ${operation.description}`,
        access: isFree(operation.scope) ? 'free' : 'paid',
      },
      behind,
    ),
    call: callOperation(behind, runner),
  }
}
