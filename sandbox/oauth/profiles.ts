import { bearer, json, type Reply, type SandboxRequest, type World } from '../family.ts'
import { hex } from '../random.ts'
import type { Json } from '../value.ts'
import { type Memory, misbehaviour, wentWrong } from './grants.ts'
import { graphError } from './plays.ts'
import { mint, type Subject, subjectOf } from './tokens.ts'

type Profile = { platforms: readonly string[]; body(subject: Subject): Json; refuse(): Reply }

const unauthorized = (body: Json) => () => json(401, body)
const rfc = unauthorized({ error: 'invalid_token', error_description: 'The access token is invalid.' })
const graph = () => graphError('invalid_grant', 'Error validating access token.')

const id = (subject: Subject, length = 12) => hex(length, 'user', subject.platform, subject.username)
const title = ({ username }: Subject) => username.replace(/^./, (letter) => letter.toUpperCase())
const email = ({ username }: Subject) => (username.includes('@') ? username : `${username}@example.com`)

const userinfo = (subject: Subject) => ({
  sub: id(subject, 21),
  name: title(subject),
  email: email(subject),
  email_verified: true,
})

/** "Who am I" of each platform, by its address. */
const PROFILES: Readonly<Record<string, Profile>> = {
  'openidconnect.googleapis.com/v1/userinfo': { platforms: ['google'], body: userinfo, refuse: rfc },
  'www.googleapis.com/youtube/v3/channels': {
    platforms: ['google'],
    body: (subject) => ({
      kind: 'youtube#channelListResponse',
      items: [
        {
          kind: 'youtube#channel',
          id: `UC${id(subject, 22)}`,
          snippet: { title: title(subject), customUrl: `@${subject.username}` },
        },
      ],
    }),
    refuse: unauthorized({ error: { code: 401, message: 'Invalid Credentials', status: 'UNAUTHENTICATED' } }),
  },
  'graph.facebook.com/v26.0/me/accounts': {
    platforms: ['facebook'],
    body: (subject) => ({
      data: ['', ' Outlet'].map((suffix) => ({
        id: hex(15, 'page', subject.username, suffix),
        name: `${title(subject)}${suffix}`,
        username: `${subject.username}${suffix.trim().toLowerCase()}`,
        access_token: mint('at', subject),
      })),
    }),
    refuse: graph,
  },
  'graph.facebook.com/v26.0/me/permissions': {
    platforms: ['facebook'],
    body: ({ scopes }) => ({ data: scopes.map((permission) => ({ permission, status: 'granted' })) }),
    refuse: graph,
  },
  'graph.instagram.com/v26.0/me': {
    platforms: ['instagram'],
    body: (subject) => ({ user_id: id(subject), username: subject.username, name: title(subject) }),
    refuse: graph,
  },
  'graph.threads.net/v1.0/me': {
    platforms: ['threads'],
    body: (subject) => ({ id: id(subject), username: subject.username, name: title(subject) }),
    refuse: graph,
  },
  'api.linkedin.com/v2/userinfo': {
    platforms: ['linkedin'],
    body: userinfo,
    refuse: unauthorized({ status: 401, serviceErrorCode: 65600, message: 'Invalid access token' }),
  },
  'api.x.com/2/users/me': {
    platforms: ['x'],
    body: (subject) => ({
      data: { id: id(subject), username: subject.username, name: title(subject) },
    }),
    refuse: unauthorized({ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }),
  },
  'open.tiktokapis.com/v2/user/info/': {
    platforms: ['tiktok'],
    body: (subject) => ({
      data: {
        user: {
          open_id: hex(32, 'open', subject.username),
          username: subject.username,
          display_name: title(subject),
        },
      },
      error: { code: 'ok', message: '', log_id: hex(34, 'log', subject.username) },
    }),
    refuse: unauthorized({
      error: { code: 'access_token_invalid', message: 'The access token is invalid.' },
    }),
  },
  'api.pinterest.com/v5/user_account': {
    platforms: ['pinterest'],
    body: (subject) => ({
      id: id(subject, 18),
      username: subject.username,
      business_name: title(subject),
      account_type: 'BUSINESS',
    }),
    refuse: unauthorized({ code: 2, message: 'Authentication failed.' }),
  },
  'oauth.reddit.com/api/v1/me': {
    platforms: ['reddit'],
    body: (subject) => ({ id: id(subject, 6), name: subject.username, is_suspended: false }),
    refuse: unauthorized({ message: 'Unauthorized', error: 401 }),
  },
}

/** Undefined when nobody is asked at this address. */
export function profile(
  world: World,
  memory: Memory,
  address: string,
  request: SandboxRequest,
): Reply | undefined {
  const known = PROFILES[address]
  if (known === undefined) return undefined
  const given = bearer(request) || (request.query.get('access_token') ?? '')
  const subject = subjectOf(given)
  if (subject === undefined || !known.platforms.includes(subject.platform) || memory.spent.has(given))
    return known.refuse()
  const quirk = misbehaviour(world, 'profile', subject)
  if (quirk === 'invalid_token') return known.refuse()
  return wentWrong(quirk) ?? json(200, known.body(subject))
}
