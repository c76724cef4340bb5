import { createHash, randomBytes, randomFillSync, randomUUID } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'ten'
  | 'key'
  | 'run'
  | 'evt'
  | 'whk'
  | 'dlv'
  | 'site'
  | 'acct'
  | 'post'
  | 'cmp'
  | 'rev'
  | 'art'
  | 'con'
  | 'seq'
  | 'cnv'
  | 'msg'
  | 'med'
  | 'jobp'
  | 'call'
  | 'kw'
  | 'loc'
  | 'scn'
  | 'grid'
  | 'chg'
  | 'ans'
  | 'job'

/** A time-ordered id (a UUIDv7 in hex), so that primary keys append instead of scattering. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7().replaceAll('-', '')}`
}

const pool = Buffer.alloc(4096)
let used = pool.length

function chance(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}

/** RFC 9562 version 7. The random tail comes from a refilled pool: one system call for hundreds of ids. */
export function uuidv7(now = Date.now()): string {
  const tail = chance(10).toString('hex')
  const time = now.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(tail[3] as string, 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`
}

export function newRequestId(): string {
  return randomUUID()
}

/** Uniform base 62: bytes past the last whole multiple of 62 are thrown away, so that no letter is likelier. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

export function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) {
    text = `${ALPHABET[rest % 62]}${text}`
  }
  return text
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
