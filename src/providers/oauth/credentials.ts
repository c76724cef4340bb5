/** The platforms whose access a person copies over. Every set is checked by a real call before it is kept. */
import { at, items, scopeList, text } from './reading.ts'
import type { CredentialField, CredentialPlatform, Given } from './types.ts'

const secret = (name: string, help: string): CredentialField => ({ name, secret: true, help, fallback: null })
const plain = (name: string, help: string): CredentialField => ({ name, secret: false, help, fallback: null })

/** A token that stays as it is until somebody withdraws it. */
const lasting = (access_token: string) => ({ access_token, refresh_token: null, expires_in: null })

/** The address without what is no part of a server: a query would swallow the path that is put behind it. */
function base(given: Given, field: string): string {
  const url = URL.parse(given[field] ?? '')
  return url === null ? '' : `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function hostOf(given: Given, field: string): string {
  return URL.parse(given[field] ?? '')?.host ?? ''
}

/** Access tokens of Bluesky live two hours; this is well before. */
const BLUESKY_SECONDS = 90 * 60

export const CREDENTIAL_PLATFORMS = {
  wordpress: {
    label: 'WordPress',
    fields: [
      plain('site_url', 'The address of the site, such as https://blog.example.com.'),
      plain('username', 'The user that the application password belongs to.'),
      secret('application_password', 'Made in WordPress under Users, Profile, Application Passwords.'),
    ],
    host_field: 'site_url',
    scheme: 'basic',
    renew: null,
    request: (given) => ({
      method: 'GET',
      url: `${base(given, 'site_url')}/wp-json/wp/v2/users/me?context=edit`,
      headers: { authorization: basic(given.username ?? '', given.application_password ?? '') },
    }),
    read(body, given) {
      const id = text(body, 'id')
      if (id === null) return null
      return {
        external_id: `${hostOf(given, 'site_url')}/${id}`,
        username: text(body, 'slug') ?? given.username ?? null,
        display_name: text(body, 'name'),
        can_post: at(body, ['capabilities', 'publish_posts']) === true,
        details: { site_url: base(given, 'site_url'), username: given.username ?? '' },
        scopes: [],
        ...lasting(given.application_password ?? ''),
      }
    },
  },
  webflow: {
    label: 'Webflow',
    fields: [secret('token', 'A site token, made in Webflow under Site settings, Apps & integrations.')],
    host_field: null,
    scheme: 'bearer',
    renew: null,
    request: (given) => ({
      method: 'GET',
      url: 'https://api.webflow.com/v2/token/introspect',
      headers: { authorization: `Bearer ${given.token}` },
    }),
    read(body, given) {
      const id = text(body, 'authorization', 'id')
      if (id === null) return null
      const scopes = scopeList(at(body, ['authorization', 'scope'])) ?? []
      const site_id = text(items(body, 'authorization', 'authorizedTo', 'siteIds')[0])
      return {
        external_id: id,
        username: site_id,
        display_name: text(body, 'application', 'displayName'),
        can_post: scopes.includes('cms:write'),
        details: site_id === null ? {} : { site_id },
        scopes,
        ...lasting(given.token ?? ''),
      }
    },
  },
  bluesky: {
    label: 'Bluesky',
    fields: [
      plain('identifier', 'The handle, such as acme.bsky.social, or the e-mail address.'),
      secret('app_password', 'Made in Bluesky under Settings, App Passwords.'),
      {
        name: 'service_url',
        secret: false,
        help: 'The server that hosts the account.',
        fallback: 'https://bsky.social',
      },
    ],
    host_field: 'service_url',
    scheme: 'bearer',
    renew: ({ details, refresh_token }) => ({ ...details, app_password: refresh_token }),
    request: (given) => ({
      method: 'POST',
      url: `${base(given, 'service_url')}/xrpc/com.atproto.server.createSession`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: given.identifier, password: given.app_password }),
    }),
    read(body, given) {
      const [did, access_token] = [text(body, 'did'), text(body, 'accessJwt')]
      if (did === null || access_token === null) return null
      return {
        external_id: did,
        username: text(body, 'handle'),
        display_name: text(body, 'handle'),
        can_post: at(body, ['active']) !== false,
        details: { service_url: base(given, 'service_url'), identifier: given.identifier ?? '' },
        scopes: [],
        access_token,
        // The password makes the next session: a refresh token of Bluesky ends after two months, it does not.
        refresh_token: given.app_password ?? '',
        expires_in: BLUESKY_SECONDS,
      }
    },
  },
  mastodon: {
    label: 'Mastodon',
    fields: [
      plain('instance_url', 'The address of the server, such as https://mastodon.social.'),
      secret('access_token', 'Made on the server under Preferences, Development.'),
    ],
    host_field: 'instance_url',
    scheme: 'bearer',
    renew: null,
    request: (given) => ({
      method: 'GET',
      url: `${base(given, 'instance_url')}/api/v1/accounts/verify_credentials`,
      headers: { authorization: `Bearer ${given.access_token}` },
    }),
    read(body, given) {
      const id = text(body, 'id')
      if (id === null) return null
      const host = hostOf(given, 'instance_url')
      return {
        external_id: `${host}/${id}`,
        username: `${text(body, 'username') ?? id}@${host}`,
        display_name: text(body, 'display_name'),
        can_post: true,
        details: { instance_url: base(given, 'instance_url') },
        scopes: [],
        ...lasting(given.access_token ?? ''),
      }
    },
  },
  telegram: {
    label: 'Telegram',
    fields: [secret('bot_token', 'From @BotFather, such as 123456:ABC….')],
    host_field: null,
    scheme: 'path',
    renew: null,
    request: (given) => ({
      method: 'GET',
      url: `https://api.telegram.org/bot${encodeURIComponent(given.bot_token ?? '').replace('%3A', ':')}/getMe`,
      headers: {},
    }),
    read: (body, given) => bot(body, ['result'], 'first_name', given),
  },
  discord: {
    label: 'Discord',
    fields: [secret('bot_token', 'From the Discord developer portal, under Bot.')],
    host_field: null,
    scheme: 'bot',
    renew: null,
    request: (given) => ({
      method: 'GET',
      url: 'https://discord.com/api/v10/users/@me',
      headers: { authorization: `Bot ${given.bot_token}` },
    }),
    read: (body, given) => bot(body, [], 'global_name', given),
  },
} as const satisfies Record<string, CredentialPlatform>

export type CredentialPlatformName = keyof typeof CREDENTIAL_PLATFORMS

function bot(body: unknown, path: string[], nameField: string, given: Given) {
  const id = text(body, ...path, 'id')
  if (id === null) return null
  return {
    external_id: id,
    username: text(body, ...path, 'username'),
    display_name: text(body, ...path, nameField) ?? text(body, ...path, 'username'),
    can_post: true,
    details: {},
    scopes: [],
    ...lasting(given.bot_token ?? ''),
  }
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
