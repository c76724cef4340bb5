import { createHash, randomBytes } from 'node:crypto'

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

const VERSION_4 = 0x40
const VERSION_7 = 0x70
/** Where the part of a UUID begins that version 7 leaves to chance, and its version's digit. */
const CHANCE = 14

const randomIds = manyUuids(VERSION_4)
const tails = manyUuids(VERSION_7)
let moment = { at: 0, text: '' }

/** RFC 9562 version 7. */
export function uuidv7(now = Date.now()): string {
  if (now !== moment.at) {
    moment = { at: now, text: timeText(now) }
  }
  return moment.text + tails(CHANCE)
}

/** When a UUIDv7 was made, in milliseconds. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

const LAST_MS = 2 ** 48 - 1

/** What every UUIDv7 of that moment or later comes behind. */
export function firstUuidAt(ms: number): string {
  return `${timeText(Math.min(ms, LAST_MS))}0000-0000-000000000000`
}

function timeText(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-`
}

/** RFC 9562 version 4. */
export function newRequestId(): string {
  return randomIds(0)
}

const AT_ONCE = 256
const UUID_LENGTH = 36

/** Many are made at once, side by side in one text, of which each is a piece: one alone costs ten times as much. */
function manyUuids(version: number): (from: number) => string {
  let text = ''
  let taken = 0
  return (from) => {
    if (taken === text.length) {
      text = uuidsSideBySide(version)
      taken = 0
    }
    taken += UUID_LENGTH
    return text.slice(taken - UUID_LENGTH + from, taken)
  }
}

function uuidsSideBySide(version: number): string {
  const bytes = randomBytes(AT_ONCE * 16)
  for (let at = 0; at < bytes.length; at += 16) {
    bytes.writeUInt8((bytes.readUInt8(at + 6) & 0x0f) | version, at + 6)
    bytes.writeUInt8((bytes.readUInt8(at + 8) & 0x3f) | 0x80, at + 8)
  }
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/g, '$1-$2-$3-$4-$5')
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
