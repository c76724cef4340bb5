import { createHash } from 'node:crypto'
import {
  bearer,
  empty,
  form,
  header,
  json,
  type Reply,
  type SandboxRequest,
  send,
  type World,
} from '../family.ts'
import { type Misbehaviour, triggered } from '../triggers.ts'
import type { Grant } from './authorize.ts'
import { graphError, type Play } from './plays.ts'
import { mint, type Subject, subjectOf } from './tokens.ts'

/** What all platforms of one sandbox remember. */
export type Memory = { codes: Map<string, Grant>; spent: Set<string> }

const CODE_LIFE_MS = 10 * 60_000

/** Counts the step and says how it should go wrong, if the account's name asks for that. */
export function misbehaviour(
  world: World,
  step: string,
  { platform, username }: Subject,
): Misbehaviour | undefined {
  const count = world.ledger.ask('oauth', `${step} ${platform} ${username}`)
  return triggered(username, [platform, step], count.asked)
}

export function wentWrong(quirk: Misbehaviour | undefined): Reply | undefined {
  switch (quirk) {
    case 'error':
      return json(503, { error: 'temporarily_unavailable', error_description: 'Try again later.' })
    case 'rate_limit':
      return json(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '1' })
    case 'timeout':
      return { kind: 'hold' }
    case 'disconnect':
      return { kind: 'drop' }
    case 'garbage':
      return send(200, '{"access_token": "sbx', { 'content-type': 'application/json' })
    default:
      return undefined
  }
}

/** POST to the token endpoint: a code for tokens, or a refresh token for a new access token. */
export function token(world: World, memory: Memory, play: Play, request: SandboxRequest): Reply {
  const fields = form(request)
  const client = clientOf(play, request, fields)
  if (client === undefined) return play.refuse('invalid_client', 'Client authentication failed.')
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return redeem(world, memory, play, fields, client)
    case 'refresh_token':
      return refresh(world, memory, play, fields)
    default:
      return play.refuse('unsupported_grant_type', 'The grant type is not supported.')
  }
}

/** The client's id; undefined unless it proved itself the way this platform wants it. */
function clientOf(play: Play, request: SandboxRequest, fields: URLSearchParams): string | undefined {
  if (!play.basic) {
    const secret = fields.get('client_secret') ?? ''
    return secret === '' || secret.includes('invalid') ? undefined : (fields.get(play.client) ?? undefined)
  }
  const encoded = /^Basic (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? ''
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return id === '' || secret === '' || secret.includes('invalid') ? undefined : decodeURIComponent(id)
}

function redeem(world: World, memory: Memory, play: Play, fields: URLSearchParams, client: string): Reply {
  const code = fields.get('code') ?? ''
  const grant = memory.codes.get(code)
  // Whatever comes of it, a code is good for one attempt.
  memory.codes.delete(code)
  if (grant === undefined || grant.platform !== play.platform || grant.client !== client)
    return play.refuse('invalid_grant', 'The authorization code is invalid or was used before.')
  if (Date.now() - grant.issued_at > CODE_LIFE_MS)
    return play.refuse('invalid_grant', 'The authorization code has expired.')
  if (grant.redirect_uri !== fields.get('redirect_uri'))
    return play.refuse('invalid_grant', 'redirect_uri does not match the authorization request.')
  if (grant.challenge !== undefined && grant.challenge !== challengeOf(fields.get('code_verifier') ?? ''))
    return play.refuse('invalid_grant', 'The code verifier does not match the code challenge.')
  const quirk = misbehaviour(world, 'token', grant)
  if (quirk === 'invalid_token') return play.refuse('invalid_grant', 'The authorization code is invalid.')
  const { platform, username, scopes } = grant
  const subject = { platform, username, scopes }
  const refreshToken = play.refresh === 'none' ? undefined : mint('rt', subject)
  return (
    wentWrong(quirk) ?? json(200, play.shape({ access: mint('at', subject), refresh: refreshToken, subject }))
  )
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function refresh(world: World, memory: Memory, play: Play, fields: URLSearchParams): Reply {
  const given = fields.get('refresh_token') ?? ''
  const subject = subjectOf(given, 'rt')
  if (subject === undefined || subject.platform !== play.platform)
    return play.refuse('invalid_grant', 'The refresh token is invalid.')
  const quirk = misbehaviour(world, 'refresh', subject)
  if (memory.spent.has(given) || quirk === 'invalid_token')
    return play.refuse('invalid_grant', 'The refresh token is expired or was revoked.')
  const wrong = wentWrong(quirk)
  if (wrong !== undefined) return wrong
  const rotates = play.refresh === 'rotates' && quirk !== 'blank_refresh'
  if (rotates) memory.spent.add(given)
  const next = rotates ? mint('rt', subject) : undefined
  const body = play.shape({ access: mint('at', subject), refresh: next, subject })
  return json(200, quirk === 'blank_refresh' ? { ...body, refresh_token: '' } : body)
}

/** Meta's trades: a short-lived token for a long-lived one, and a long-lived one for a fresh one. */
export function trade(world: World, memory: Memory, request: SandboxRequest): Reply {
  const { query } = request
  const renewal = (query.get('grant_type') ?? '').endsWith('_refresh_token')
  const given = query.get('fb_exchange_token') ?? query.get('access_token') ?? ''
  const subject = subjectOf(given)
  if (!renewal && !query.get('client_secret')) return graphError('invalid_client', 'Missing client_secret.')
  if (subject === undefined || memory.spent.has(given))
    return graphError('invalid_grant', 'Error validating access token.')
  const quirk = misbehaviour(world, renewal ? 'refresh' : 'exchange', subject)
  if (quirk === 'invalid_token') return graphError('invalid_grant', 'Error validating access token.')
  const longer = { access_token: mint('at', subject), token_type: 'bearer', expires_in: 5_183_944 }
  return wentWrong(quirk) ?? json(200, longer)
}

export function revoke(memory: Memory, request: SandboxRequest): Reply {
  const given = form(request).get('token') ?? bearer(request)
  if (given !== '') memory.spent.add(given)
  return given === '' ? json(400, { error: 'invalid_request' }) : empty(204)
}
