import { randomBytes } from 'node:crypto'
import { type FamilyMaker, json } from './family.ts'
import { authorize } from './oauth/authorize.ts'
import { check } from './oauth/credentials.ts'
import { type Memory, revoke, token, trade } from './oauth/grants.ts'
import { PLAYS } from './oauth/plays.ts'
import { profile } from './oauth/profiles.ts'

const TRADES =
  /^graph\.(?:facebook|instagram|threads)\.(?:com|net)\/(?:v[\d.]+\/oauth\/)?(?:refresh_)?access_token$/

/** Every host that accounts are connected at, behind one mount: /oauth/<host>/<path> is https://<host>/<path>. */
export const oauth: FamilyMaker = (world) => {
  const memory: Memory = { codes: new Map(), spent: new Set() }
  return {
    name: 'oauth',
    mount: '/oauth',
    plays:
      'the authorization pages, token endpoints and credential checks of everything that can be connected',
    platforms: PLAYS.map(({ platform }) => platform),
    handle(request) {
      const address = request.path.slice(1)
      const page = PLAYS.find((play) => play.authorize === address)
      if (page !== undefined) {
        return authorize(page, request, (grant) => {
          const code = `sbxc.${randomBytes(18).toString('base64url')}`
          memory.codes.set(code, grant)
          return code
        })
      }
      if (request.method === 'GET' && TRADES.test(address)) return trade(world, memory, request)
      const issuer = PLAYS.find((play) => play.token === address)
      if (issuer !== undefined && request.method === 'POST') return token(world, memory, issuer, request)
      if (PLAYS.some((play) => play.revoke === address)) return revoke(memory, request)
      const answer = profile(world, memory, address, request) ?? check(world, address, request)
      return answer ?? json(404, { error: `Nothing is played at ${address}.` })
    },
  }
}
