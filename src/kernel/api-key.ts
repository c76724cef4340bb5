import { createHash, createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, randomBase62 } from './ids.ts'

export type KeyKind = 'live' | 'test' | 'session'
export type Mode = 'live' | 'test'

const TAGS: Record<KeyKind, string> = { live: 'hk_live_', test: 'hk_test_', session: 'hk_sess_' }
const FORM = /^hk_(live|test|sess)_[0-9A-Za-z]{38}$/

export type MintedKey = { raw: string; prefix: string }

export function mintKey(kind: KeyKind): MintedKey {
  const body = `${TAGS[kind]}${randomBase62(32)}`
  return { raw: `${body}${checksum(body)}`, prefix: body.slice(0, TAGS[kind].length + 6) }
}

/** Junk is refused by its form and checksum, without a look-up. */
export function isWellFormedKey(raw: string): boolean {
  return FORM.test(raw) && checksum(raw.slice(0, -6)) === raw.slice(-6)
}

/** Keys are random and long, so one keyed hash is enough; without a pepper the hash alone still hides them. */
export function hashKey(raw: string, pepper: string | null): string {
  return pepper === null
    ? createHash('sha256').update(raw).digest('hex')
    : createHmac('sha256', pepper).update(raw).digest('hex')
}

function checksum(body: string): string {
  return base62(crc32(body), 6)
}
