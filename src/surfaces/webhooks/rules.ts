import type { App } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'

/** Far more than anybody needs, and few enough for one notice to name them all. */
export const MAX_ENDPOINTS = 100

/** What can be seen of a URL is refused now; what its name resolves to is checked at every delivery. */
export function checkUrl(app: App, url: string): void {
  const refused = app.refuse_url(url)
  if (refused !== null) {
    throw fail('validation_failed', `url: ${refused}`, {
      fix_hint: 'Use an https URL on a public host. ALLOW_PRIVATE_TARGETS=1 opens loopback for development.',
    })
  }
}

export function noEndpoint(): never {
  throw fail('not_found', 'No such webhook endpoint.')
}

export function noDelivery(): never {
  throw fail('not_found', 'No such delivery.')
}
