import { json, type Reply, type SandboxRequest, type World } from './family.ts'
import type { Subject } from './oauth/tokens.ts'

/** One call to any of Google's APIs, behind the check of its token. */
export type GoogleCall = { world: World; request: SandboxRequest; address: string; subject: Subject }

/** Google's own shape of a refusal. */
export function googleError(code: number, status: string, message: string): Reply {
  return json(code, { error: { code, message, status } })
}
