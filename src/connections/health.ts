import { type ConnectPlatform, labelOf } from '../providers/oauth/index.ts'
import type { AccountRow } from './store.ts'

export type Issue = { code: 'access_lost' | 'missing_scopes' | 'token_ends_soon'; message: string }

export type Health = {
  status: 'connected' | 'warning' | 'needs_reconnect'
  missing_scopes: string[]
  issues: Issue[]
}

/** What is known to be wrong with an account, and what follows from it. Pure: the row says all. */
export function healthOf(
  row: Pick<
    AccountRow,
    'platform' | 'status' | 'reason' | 'requested_scopes' | 'granted_scopes' | 'ends_soon'
  >,
  refreshable: boolean,
): Health {
  const missing_scopes = row.requested_scopes.filter((scope) => !row.granted_scopes.includes(scope))
  const issues: Issue[] = []
  if (row.reason !== null) issues.push({ code: 'access_lost', message: row.reason })
  if (missing_scopes.length > 0) {
    const message = `Not everything was granted. Connect ${labelOf(row.platform)} again and allow all of it.`
    issues.push({ code: 'missing_scopes', message })
  }
  if (row.ends_soon && !refreshable && row.status === 'connected') {
    const message = `Access ends soon and cannot be renewed by itself. ${reconnectHint(row.platform)}`
    issues.push({ code: 'token_ends_soon', message })
  }
  if (row.status === 'needs_reconnect') return { status: 'needs_reconnect', missing_scopes, issues }
  return { status: issues.length > 0 ? 'warning' : 'connected', missing_scopes, issues }
}

export function reconnectHint(platform: ConnectPlatform): string {
  return `Connect ${labelOf(platform)} again with POST /v1/connect/${platform}.`
}
