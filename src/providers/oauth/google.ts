import { COMMON, one } from './common.ts'
import { items, text } from './reading.ts'
import type { OAuthPlatform } from './types.ts'

const GOOGLE_AUTH = 'https://www.googleapis.com/auth'

const GOOGLE = {
  ...COMMON,
  client: 'google',
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_url: 'https://oauth2.googleapis.com/token',
  revoke_url: 'https://oauth2.googleapis.com/revoke',
  // Only a consent that is shown gives a refresh token, and earlier services stay granted.
  authorize_params: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  pkce: 'S256',
} as const

export const GOOGLE_PLATFORMS = {
  google: {
    ...GOOGLE,
    label: 'Google',
    // In the form in which Google names them in its reply, so that what was granted can be compared.
    scopes: ['openid', `${GOOGLE_AUTH}/userinfo.email`, `${GOOGLE_AUTH}/userinfo.profile`],
    services: {
      search_console: [`${GOOGLE_AUTH}/webmasters.readonly`],
      business_profile: [`${GOOGLE_AUTH}/business.manage`],
      youtube: [`${GOOGLE_AUTH}/youtube.upload`, `${GOOGLE_AUTH}/youtube.readonly`],
    },
    default_services: ['search_console', 'business_profile'],
    post_scopes: [`${GOOGLE_AUTH}/business.manage`],
    profile: {
      url: 'https://openidconnect.googleapis.com/v1/userinfo',
      read: one([], 'sub', 'email', 'name'),
    },
  },
  youtube: {
    ...GOOGLE,
    label: 'YouTube',
    scopes: [
      `${GOOGLE_AUTH}/youtube.upload`,
      `${GOOGLE_AUTH}/youtube.readonly`,
      `${GOOGLE_AUTH}/yt-analytics.readonly`,
    ],
    post_scopes: [`${GOOGLE_AUTH}/youtube.upload`],
    profile: {
      url: 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true',
      read: (body) =>
        items(body, 'items').flatMap((channel) => {
          const external_id = text(channel, 'id')
          if (external_id === null) return []
          const title = text(channel, 'snippet', 'title')
          return [{ external_id, username: text(channel, 'snippet', 'customUrl'), display_name: title }]
        }),
    },
  },
} as const satisfies Record<string, OAuthPlatform>
