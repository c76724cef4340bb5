import { bearer, type FamilyMaker } from './family.ts'
import { businessProfile } from './google-business.ts'
import { type GoogleCall, googleError } from './google-call.ts'
import { searchAnalytics } from './google-search.ts'
import { misbehaviour, wentWrong } from './oauth/grants.ts'
import { subjectOf } from './oauth/tokens.ts'

/** What Google lets a token do here: one scope for each API. */
const SCOPES: readonly [RegExp, string][] = [
  [/^www\.googleapis\.com\/webmasters\//, 'webmasters.readonly'],
  [/^(?:mybusiness\w*|businessprofileperformance)\.googleapis\.com\//, 'business.manage'],
]

/**
 * Google's APIs for connected accounts: /google/<host>/<path> is https://<host>/<path>. The name of the account that was
 * connected may carry a trigger for these calls alone: `acme sandbox:rate_limit@api`.
 */
export const google: FamilyMaker = (world) => {
  const business = businessProfile()
  return {
    name: 'google',
    mount: '/google',
    plays: 'Search Console and Business Profile',
    platforms: [],
    handle(request) {
      const address = request.path.slice(1)
      const subject = subjectOf(bearer(request))
      if (subject === undefined)
        return googleError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
      const scope = SCOPES.find(([pattern]) => pattern.test(address))?.[1]
      if (scope === undefined) return googleError(404, 'NOT_FOUND', 'The requested URL was not found.')
      if (!subject.scopes.some((granted) => granted.endsWith(`/${scope}`)))
        return googleError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.')
      const quirk = misbehaviour(world, 'api', subject)
      if (quirk === 'invalid_token')
        return googleError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
      const wrong = wentWrong(quirk)
      if (wrong !== undefined) return wrong
      const call: GoogleCall = { world, request, address, subject }
      return searchAnalytics(call) ?? business(call) ?? googleError(404, 'NOT_FOUND', 'Not found.')
    },
  }
}
