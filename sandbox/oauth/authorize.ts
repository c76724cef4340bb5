import { empty, form, html, type Reply, type SandboxRequest } from '../family.ts'
import { consentPage, refusalPage } from './page.ts'
import type { Play } from './plays.ts'

/** A code that was given out and not used yet. */
export type Grant = {
  platform: string
  client: string
  redirect_uri: string
  challenge: string | undefined
  username: string
  scopes: string[]
  issued_at: number
}

/** The authorization page: GET shows it, POST is the person's answer, sent back to the client as a redirect. */
export function authorize(play: Play, request: SandboxRequest, issue: (grant: Grant) => string): Reply {
  const { query } = request
  const problem = problemWith(play, query)
  if (problem !== undefined) return html(400, refusalPage(play.label, problem))
  const asked = scopesOf(query)
  if (request.method !== 'POST') {
    const client = query.get(play.client) ?? ''
    return html(200, consentPage({ label: play.label, client, scopes: asked, action: `?${query}` }))
  }
  const answer = form(request)
  const back = new URL(query.get('redirect_uri') ?? '')
  back.searchParams.set('state', query.get('state') ?? '')
  if (answer.get('decision') !== 'allow') {
    back.searchParams.set('error', play.denied)
    back.searchParams.set('error_description', 'The user denied the request')
    return empty(302, { location: back.href })
  }
  const scopes = answer.getAll('scope').filter((scope) => asked.includes(scope))
  const code = issue({
    platform: play.platform,
    client: query.get(play.client) ?? '',
    redirect_uri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge') ?? undefined,
    username: answer.get('username')?.trim() || 'acme',
    scopes,
    issued_at: Date.now(),
  })
  back.searchParams.set('code', code)
  return empty(302, { location: back.href })
}

function scopesOf(query: URLSearchParams): string[] {
  return (query.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
}

function problemWith(play: Play, query: URLSearchParams): string | undefined {
  if (!query.get(play.client)) return `The request has no ${play.client}.`
  if (query.get('response_type') !== 'code') return 'response_type must be code.'
  const redirect = URL.parse(query.get('redirect_uri') ?? '')
  if (redirect === null || !/^https?:$/.test(redirect.protocol))
    return 'redirect_uri is missing or not a URL.'
  if (!query.get('state')) return 'The request has no state.'
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
    return 'code_challenge_method must be S256.'
  if (play.pkce === 'required' && !query.has('code_challenge')) return 'code_challenge is missing.'
  return undefined
}
