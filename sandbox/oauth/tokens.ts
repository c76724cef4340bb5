import { randomBytes } from 'node:crypto'
import { isObject, list, string } from '../value.ts'

/** Who a token of the sandbox belongs to, and what they allowed. */
export type Subject = { platform: string; username: string; scopes: string[] }

const FORM = /^sbx(at|rt)\.([A-Za-z0-9_-]+)\.[0-9a-f]+$/

/** Tokens say by themselves whose they are, so that they outlive a restart of the sandbox. */
export function mint(kind: 'at' | 'rt', { platform, username, scopes }: Subject): string {
  const about = Buffer.from(JSON.stringify([platform, username, scopes])).toString('base64url')
  return `sbx${kind}.${about}.${randomBytes(6).toString('hex')}`
}

/** Undefined when it is not a token that this sandbox gave out. */
export function subjectOf(token: string, kind: 'at' | 'rt' = 'at'): Subject | undefined {
  const [, found, about = ''] = FORM.exec(token) ?? []
  if (found !== kind) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(about, 'base64url').toString('utf8'))
    const [platform, username, scopes] = list(parsed)
    return { platform: string(platform), username: string(username), scopes: list(scopes).map(string) }
  } catch {
    return undefined
  }
}

/** A field of a JSON body or of a form, whichever was sent. */
export function field(body: unknown, name: string): string {
  return isObject(body) ? string(body[name]) : ''
}
