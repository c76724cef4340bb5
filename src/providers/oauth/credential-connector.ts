/** Credentials that a person copied over: checked by a call, and checked again where they make short-lived tokens. */
import { failed, type Outcome, succeed } from '../contract.ts'
import { unreadable } from '../vendor-errors.ts'
import { bodyOf, type Reach, reachOut } from './calls.ts'
import { basic } from './credentials.ts'
import type { CredentialConnector, CredentialPlatform, FoundAccount, Given } from './types.ts'

export function credentialConnector(
  name: string,
  platform: CredentialPlatform,
  reach: Reach,
): CredentialConnector {
  async function check(given: Given): Promise<Outcome<FoundAccount>> {
    const secrets = platform.fields.filter((field) => field.secret).map((field) => given[field.name] ?? '')
    const lane = `credentials:${name}`
    const guarded = platform.host_field !== null
    const reply = await reachOut(reach, {
      request: platform.request(given),
      lane,
      proxy: name,
      secrets,
      guarded,
    })
    if (!reply.ok) return reply
    const body = bodyOf(reply.value, secrets)
    if (!body.ok) return body
    const found = platform.read(body.value, given)
    if (found === null) return unreadable(reply.value, secrets)
    return succeed({ ...found, services: [], requested_scopes: [] })
  }

  return {
    kind: 'credentials',
    simulated: reach.sandbox_url !== null,
    renews: platform.renew === null ? 'never' : 'with_refresh_token',
    check,
    async refresh({ details, refresh_token }) {
      if (platform.renew === null || refresh_token === null) {
        return failed('reconnect', 'invalid_credentials', `Connect ${platform.label} again.`)
      }
      const found = await check(platform.renew({ details, refresh_token }))
      if (found.ok) return succeed({ ...found.value, refresh_token: null })
      // Only that the password is wrong costs the connection. A 403 may come from whatever stands in front of the server.
      const lost = found.code === 'invalid_credentials'
      return found.verdict === 'reconnect' && !lost ? { ...found, verdict: 'rejected' } : found
    },
    revoke: async () => {},
    authorization({ access_token, details }) {
      switch (platform.scheme) {
        case 'bearer':
          return `Bearer ${access_token}`
        case 'basic':
          return basic(details.username ?? '', access_token)
        case 'bot':
          return `Bot ${access_token}`
        case 'path':
          return null
      }
    },
  }
}
