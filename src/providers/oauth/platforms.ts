/** The platforms with an authorization page. What is special about one is a field here and nowhere else. */
import { COMMON, INVALID_GRANT, one } from './common.ts'
import { GOOGLE_PLATFORMS } from './google.ts'
import { META_PLATFORMS } from './meta.ts'
import type { OAuthPlatform } from './types.ts'

export const OAUTH_PLATFORMS = {
  ...GOOGLE_PLATFORMS,
  ...META_PLATFORMS,
  linkedin: {
    ...COMMON,
    label: 'LinkedIn',
    client: 'linkedin',
    authorize_url: 'https://www.linkedin.com/oauth/v2/authorization',
    token_url: 'https://www.linkedin.com/oauth/v2/accessToken',
    revoke_url: 'https://www.linkedin.com/oauth/v2/revoke',
    // PKCE is for native apps that LinkedIn has enabled for it; it refuses everybody else who sends a challenge.
    scopes: ['openid', 'profile', 'email', 'w_member_social'],
    post_scopes: ['w_member_social'],
    profile: { url: 'https://api.linkedin.com/v2/userinfo', read: one([], 'sub', 'email', 'name') },
  },
  x: {
    ...COMMON,
    label: 'X',
    client: 'x',
    authorize_url: 'https://x.com/i/oauth2/authorize',
    token_url: 'https://api.x.com/2/oauth2/token',
    revoke_url: 'https://api.x.com/2/oauth2/revoke',
    client_auth: 'basic',
    pkce: 'S256',
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    post_scopes: ['tweet.write'],
    // X calls a used or revoked refresh token an invalid request.
    dead: [
      INVALID_GRANT,
      {
        path: ['error'],
        equals: 'invalid_request',
        and: { path: ['error_description'], matches: /token was invalid/i },
      },
    ],
    profile: { url: 'https://api.x.com/2/users/me', read: one(['data'], 'id', 'username', 'name') },
  },
  tiktok: {
    ...COMMON,
    label: 'TikTok',
    client: 'tiktok',
    authorize_url: 'https://www.tiktok.com/v2/auth/authorize/',
    token_url: 'https://open.tiktokapis.com/v2/oauth/token/',
    revoke_url: 'https://open.tiktokapis.com/v2/oauth/revoke/',
    scope_separator: ',',
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list', 'video.publish'],
    post_scopes: ['video.publish'],
    client_id_field: 'client_key',
    pkce: 'S256',
    profile: {
      url: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,username,display_name',
      read: one(['data', 'user'], 'open_id', 'username', 'display_name'),
    },
  },
  pinterest: {
    ...COMMON,
    label: 'Pinterest',
    client: 'pinterest',
    authorize_url: 'https://www.pinterest.com/oauth/',
    token_url: 'https://api.pinterest.com/v5/oauth/token',
    token_params: { continuous_refresh: 'true' },
    scope_separator: ',',
    scopes: ['user_accounts:read', 'boards:read', 'pins:read', 'pins:write'],
    post_scopes: ['pins:write'],
    client_auth: 'basic',
    dead: [INVALID_GRANT, { path: ['code'], equals: 283 }],
    profile: {
      url: 'https://api.pinterest.com/v5/user_account',
      read: one([], 'id', 'username', 'business_name'),
    },
  },
  reddit: {
    ...COMMON,
    label: 'Reddit',
    client: 'reddit',
    authorize_url: 'https://www.reddit.com/api/v1/authorize',
    token_url: 'https://www.reddit.com/api/v1/access_token',
    revoke_url: 'https://www.reddit.com/api/v1/revoke_token',
    // Without it there is no refresh token.
    authorize_params: { duration: 'permanent' },
    scopes: ['identity', 'read', 'submit'],
    post_scopes: ['submit'],
    client_auth: 'basic',
    // Reddit throttles clients that do not say who they are.
    user_agent: 'web:herald:0.1 (by /u/herald-api)',
    profile: { url: 'https://oauth.reddit.com/api/v1/me', read: one([], 'id', 'name', 'name') },
  },
} as const satisfies Record<string, OAuthPlatform>

export type OAuthPlatformName = keyof typeof OAUTH_PLATFORMS
