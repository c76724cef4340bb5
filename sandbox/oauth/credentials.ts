import { bearer, header, json, jsonBody, type Reply, type SandboxRequest, type World } from '../family.ts'
import { hex } from '../random.ts'
import type { Json } from '../value.ts'
import { misbehaviour, wentWrong } from './grants.ts'
import { field } from './tokens.ts'

/** Who asks and with what: both texts may carry a trigger, and a secret that contains `invalid` is wrong. */
type Given = { who: string; secret: string }

type Check = {
  platform: string
  address: RegExp
  given(request: SandboxRequest, address: string): Given
  body(given: Given): Json
  refuse(): Reply
}

function basicOf(request: SandboxRequest): Given {
  const encoded = /^Basic (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? ''
  const [who = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { who, secret: rest.join(':') }
}

const token = (secret: string): Given => ({ who: secret, secret })
const number = (...parts: string[]) => Number.parseInt(hex(10, ...parts), 16)

/** The platforms that take a password or a token of the person's own, at any host. */
const CHECKS: readonly Check[] = [
  {
    platform: 'wordpress',
    address: /\/wp-json\/wp\/v2\/users\/me$/,
    given: basicOf,
    body: ({ who }) => ({
      id: (number('wp', who) % 1_000) + 1,
      name: who,
      slug: who,
      roles: [who === 'subscriber' ? 'subscriber' : 'editor'],
      capabilities: { read: true, publish_posts: who !== 'subscriber' },
    }),
    refuse: () =>
      json(401, {
        code: 'incorrect_password',
        message: 'The provided password is an invalid application password.',
        data: { status: 401 },
      }),
  },
  {
    platform: 'webflow',
    address: /^api\.webflow\.com\/v2\/token\/introspect$/,
    given: (request) => token(bearer(request)),
    body: ({ secret }) => ({
      authorization: {
        id: hex(24, 'webflow', secret),
        grantType: 'client_credentials',
        rateLimit: 60,
        scope: secret.includes('read_only') ? 'cms:read,sites:read' : 'cms:read,cms:write,sites:read',
        authorizedTo: { siteIds: [hex(24, 'site', secret)], workspaceIds: [], userIds: [] },
      },
    }),
    refuse: () => json(401, { code: 'not_authorized', message: 'Request not authorized', details: [] }),
  },
  {
    platform: 'bluesky',
    address: /\/xrpc\/com\.atproto\.server\.createSession$/,
    given: (request) => {
      const body = jsonBody(request)
      return { who: field(body, 'identifier'), secret: field(body, 'password') }
    },
    body: ({ who }) => ({
      did: `did:plc:${hex(24, 'did', who)}`,
      handle: who.includes('@') ? `${who.split('@')[0]}.bsky.social` : who,
      accessJwt: `sbxjwt.${hex(32, 'access', who, String(Date.now()))}`,
      refreshJwt: `sbxjwt.${hex(32, 'refresh', who, String(Date.now()))}`,
      active: true,
    }),
    refuse: () => json(401, { error: 'AuthenticationRequired', message: 'Invalid identifier or password' }),
  },
  {
    platform: 'mastodon',
    address: /\/api\/v1\/accounts\/verify_credentials$/,
    given: (request) => token(bearer(request)),
    body: ({ secret }) => ({
      id: String(number('mastodon', secret)),
      username: 'acme',
      acct: 'acme',
      display_name: 'Acme',
    }),
    refuse: () => json(401, { error: 'The access token is invalid' }),
  },
  {
    platform: 'telegram',
    address: /^api\.telegram\.org\/bot[^/]+\/getMe$/,
    given: (_request, address) => token(decodeURIComponent(/\/bot([^/]+)\//.exec(address)?.[1] ?? '')),
    body: ({ secret }) => ({
      ok: true,
      result: {
        id: Number.parseInt(secret, 10) || number('telegram', secret),
        is_bot: true,
        first_name: 'Acme',
        username: 'acme_bot',
      },
    }),
    refuse: () => json(401, { ok: false, error_code: 401, description: 'Unauthorized' }),
  },
  {
    platform: 'discord',
    address: /^discord\.com\/api\/v10\/users\/@me$/,
    given: (request) => token(/^Bot (.+)$/.exec(header(request, 'authorization'))?.[1] ?? ''),
    body: ({ secret }) => ({
      id: String(number('discord', secret)),
      username: 'acme',
      global_name: 'Acme',
      bot: true,
    }),
    refuse: () => json(401, { message: '401: Unauthorized', code: 0 }),
  },
]

/** Undefined when no check is at this address. */
export function check(world: World, address: string, request: SandboxRequest): Reply | undefined {
  const known = CHECKS.find((candidate) => candidate.address.test(address))
  if (known === undefined) return undefined
  const given = known.given(request, address)
  if (given.who === '' || given.secret === '' || given.secret.includes('invalid')) return known.refuse()
  const username = given.who === given.secret ? given.who : `${given.who} ${given.secret}`
  const quirk = misbehaviour(world, 'check', { platform: known.platform, username, scopes: [] })
  if (quirk === 'invalid_token') return known.refuse()
  return wentWrong(quirk) ?? json(200, known.body(given))
}
