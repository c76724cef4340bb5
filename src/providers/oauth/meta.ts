import { COMMON, one } from './common.ts'
import { items, text } from './reading.ts'
import type { OAuthPlatform, Sign } from './types.ts'

/** "The token is invalid, expired or revoked." */
const META_DEAD: Sign = { path: ['error', 'code'], equals: 190 }

/** Long-lived tokens that are traded for newer ones while they live, without a refresh token. */
function metaTrades(host: string, short: string) {
  return {
    long_lived: {
      url: `https://${host}/access_token`,
      grant_type: `${short}_exchange_token`,
      field: 'access_token',
      sends: ['client_secret'],
    },
    refresh: {
      kind: 'trade',
      url: `https://${host}/refresh_access_token`,
      grant_type: `${short}_refresh_token`,
      field: 'access_token',
      sends: [],
    },
  } as const
}

const FACEBOOK = 'https://graph.facebook.com/v26.0'

export const META_PLATFORMS = {
  facebook: {
    ...COMMON,
    label: 'Facebook',
    client: 'facebook',
    authorize_url: 'https://www.facebook.com/v26.0/dialog/oauth',
    token_url: `${FACEBOOK}/oauth/access_token`,
    scope_separator: ',',
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'read_insights'],
    post_scopes: ['pages_manage_posts'],
    pkce: 'S256',
    long_lived: {
      url: `${FACEBOOK}/oauth/access_token`,
      grant_type: 'fb_exchange_token',
      field: 'fb_exchange_token',
      sends: ['client_id', 'client_secret'],
    },
    // Page tokens made from a long-lived user token do not expire; when one dies, a person has to come back.
    refresh: { kind: 'none' },
    dead: [META_DEAD],
    profile: {
      url: `${FACEBOOK}/me/accounts?fields=id,name,username,access_token&limit=100`,
      read: (body) =>
        items(body, 'data').flatMap((page) => {
          const [external_id, token] = [text(page, 'id'), text(page, 'access_token')]
          if (external_id === null || token === null) return []
          return [{ external_id, token, username: text(page, 'username'), display_name: text(page, 'name') }]
        }),
    },
    granted: {
      url: `${FACEBOOK}/me/permissions`,
      read: (body) =>
        items(body, 'data').flatMap((row) =>
          text(row, 'status') === 'granted' ? (text(row, 'permission') ?? []) : [],
        ),
    },
  },
  instagram: {
    ...COMMON,
    ...metaTrades('graph.instagram.com', 'ig'),
    label: 'Instagram',
    client: 'instagram',
    authorize_url: 'https://www.instagram.com/oauth/authorize',
    token_url: 'https://api.instagram.com/oauth/access_token',
    scope_separator: ',',
    scopes: [
      'instagram_business_basic',
      'instagram_business_content_publish',
      'instagram_business_manage_messages',
      'instagram_business_manage_comments',
    ],
    post_scopes: ['instagram_business_content_publish'],
    dead: [META_DEAD],
    profile: {
      url: 'https://graph.instagram.com/v26.0/me?fields=user_id,username,name',
      read: one([], 'user_id', 'username', 'name'),
    },
  },
  threads: {
    ...COMMON,
    ...metaTrades('graph.threads.net', 'th'),
    label: 'Threads',
    client: 'threads',
    authorize_url: 'https://threads.net/oauth/authorize',
    token_url: 'https://graph.threads.net/oauth/access_token',
    scope_separator: ',',
    scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_insights'],
    post_scopes: ['threads_content_publish'],
    dead: [META_DEAD],
    profile: {
      url: 'https://graph.threads.net/v1.0/me?fields=id,username,name',
      read: one([], 'id', 'username', 'name'),
    },
  },
} as const satisfies Record<string, OAuthPlatform>
