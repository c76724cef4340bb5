/** What a token endpoint said, as tokens or as a verdict. Pure. */
import { type Failure, failed, type HttpReply, type Outcome, succeed } from '../contract.ts'
import { excerpt } from '../redact.ts'
import { parseJson, unreadable } from '../vendor-errors.ts'
import { refusalOf } from './calls.ts'
import { at, scopeList, text } from './reading.ts'
import type { OAuthPlatform, Sign, Tokens } from './types.ts'

/** Some platforms refuse with a 200, so a body without a token is an error whatever its status says. */
export function readTokens(
  platform: Pick<OAuthPlatform, 'dead'>,
  reply: HttpReply,
  secrets: readonly string[],
): Outcome<Tokens> {
  const body = parseJson(reply.text)
  // Instagram has wrapped its reply into a list since 2024.
  const found = at(body, ['data', 0]) ?? body
  const access_token = text(found, 'access_token')
  if (reply.status < 300 && access_token !== null) {
    const lifetime = Number(at(found, ['expires_in']))
    return succeed({
      access_token,
      // A blank one is none: it must never take the place of the one that is stored.
      refresh_token: text(found, 'refresh_token'),
      expires_in: Number.isFinite(lifetime) && lifetime > 0 ? Math.floor(lifetime) : null,
      scopes: scopeList(at(found, ['scope'])) ?? scopeList(at(found, ['permissions'])),
    })
  }
  return refused(platform, reply, body, secrets)
}

/** The verdict `reconnect` is kept for a grant that is gone; whatever else goes wrong leaves the account alone. */
function refused(
  { dead }: Pick<OAuthPlatform, 'dead'>,
  reply: HttpReply,
  body: unknown,
  secrets: readonly string[],
): Failure {
  const log_excerpt = excerpt(reply.text, secrets)
  if (reply.status < 500 && reply.status !== 429 && dead.some((sign) => shows(body, sign))) {
    return failed(
      'reconnect',
      'invalid_credentials',
      'The platform says that the grant is no longer valid.',
      {
        status: reply.status,
        log_excerpt,
      },
    )
  }
  if (reply.status < 300) return unreadable(reply, secrets)
  const failure = refusalOf(reply, body, secrets)
  return failure.verdict === 'reconnect' ? { ...failure, verdict: 'rejected' } : failure
}

function shows(body: unknown, { path, equals, and }: Sign): boolean {
  return at(body, path) === equals && (and === undefined || and.matches.test(text(body, ...and.path) ?? ''))
}
