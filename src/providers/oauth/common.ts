/** What most platforms have in common, and the readers that their entries share. */
import { text } from './reading.ts'
import type { Profile, Sign } from './types.ts'

export const INVALID_GRANT: Sign = { path: ['error'], equals: 'invalid_grant' }

/** The usual: a code, a refresh token, errors of RFC 6749. */
export const COMMON = {
  revoke_url: null,
  authorize_params: {},
  token_params: {},
  scope_separator: ' ',
  services: {},
  default_services: [],
  client_id_field: 'client_id',
  client_auth: 'body',
  pkce: 'none',
  user_agent: null,
  long_lived: null,
  refresh: { kind: 'refresh_token' },
  dead: [INVALID_GRANT],
  granted: null,
} as const

/** One profile at a path, by the names of its fields. */
export function one(path: (string | number)[], id: string, username: string, name: string) {
  return (body: unknown): Profile[] => {
    const external_id = text(body, ...path, id)
    if (external_id === null) return []
    return [{ external_id, username: text(body, ...path, username), display_name: text(body, ...path, name) }]
  }
}
