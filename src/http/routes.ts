import { type AnyOperation, methodOf, pathOf } from '../kernel/operation.ts'
import { unbuilt } from '../kernel/planned.ts'
import type { Registry } from '../kernel/registry.ts'
import type { Invoke } from '../pipeline/invoke.ts'
import { bind } from './binding.ts'
import { BODY_LIMIT, type Http } from './server.ts'

/** A route for every operation that there is, and for every one that is documented. */
export function mountOperations(http: Http, registry: Registry, invoke: Invoke): void {
  for (const declared of registry.operations) {
    const method = methodOf(declared)
    const handler = bind(declared, invoke)
    const limits = { body_limit: declared.max_body_bytes ?? BODY_LIMIT }
    http.route(method, fullPathOf(declared), handler, limits)
    // Probes and browsers ask HEAD for what is public; a metered read is asked for in full.
    if (method === 'GET' && declared.scope === 'public')
      http.route('HEAD', fullPathOf(declared), handler, limits)
  }
  // What is documented and not built says 501 to any valid key, as its MCP tool does.
  for (const declared of unbuilt(registry)) {
    http.route(methodOf(declared), fullPathOf(declared), bind(declared, invoke))
  }
  mountRoot(http, registry, invoke)
}

function fullPathOf(declared: AnyOperation): string {
  return `/v1${pathOf(declared)}`
}

/** Outside /v1 only what visitors look for there: a person the reference, a language model its llms.txt. */
function mountRoot(http: Http, registry: Registry, invoke: Invoke): void {
  http.route('GET', '/', () => ({ status: 302, headers: { Location: '/v1/docs' }, body: null }))
  const llmsTxt = registry.operations.find(({ route }) => route === 'GET /llms.txt')
  if (llmsTxt !== undefined) http.route('GET', '/llms.txt', bind(llmsTxt, invoke))
}
