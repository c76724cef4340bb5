import type { App, Principal } from '../../kernel/context.ts'
import { type ApiError, fail } from '../../kernel/errors.ts'
import { providerError } from '../../kernel/provider-error.ts'
import { PAGE_ROWS, querySearch, type SearchRow } from '../../providers/google/search-console.ts'

/** Pages of 25,000 rows that one request fetches; a larger property is synced in shorter ranges. */
const MOST_PAGES = 10

type Asked = { property: string; from: string; to: string; account_id: string | undefined }

/** Everything that Search Console has for a range, page by page, as far as one request goes. */
export async function fetchSearch(
  app: App,
  owner: Pick<Principal, 'tenant_id' | 'mode'>,
  { property, from, to, account_id }: Asked,
): Promise<{ pages: SearchRow[][]; complete: boolean }> {
  const usable = await app.connections.usable(owner, 'google', 'search_console')
  const account = account_id === undefined ? usable[0] : usable.find(({ id }) => id === account_id)
  if (account === undefined) throw notConnected('No such Google account with Search Console is connected.')
  const platforms = { caller: app.caller, ...app.providers[owner.mode].platforms }
  const key = { tenant_id: owner.tenant_id, mode: owner.mode, account_id: account.id }
  const pages: SearchRow[][] = []
  for (let at = 0; at < MOST_PAGES && (pages.at(-1)?.length ?? PAGE_ROWS) === PAGE_ROWS; at++) {
    const page = await app.connections.withAccessToken(key, ({ authorization }) =>
      querySearch(platforms, authorization ?? '', { property, from, to, start_row: at * PAGE_ROWS }),
    )
    if (!page.ok && page.verdict === 'reconnect') throw notConnected(`Search Console: ${page.message}`)
    if (!page.ok) throw providerError(page, 'Search Console', 'property')
    pages.push(page.value)
  }
  return { pages, complete: pages.at(-1)?.length !== PAGE_ROWS }
}

function notConnected(message: string): ApiError {
  return fail('account_not_connected', message, {
    fix_hint: 'Connect it with POST /v1/connect/google, as somebody who may see the property.',
  })
}
