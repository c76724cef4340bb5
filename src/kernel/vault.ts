import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A key with the version that is written beside what it sealed. */
export type VaultKey = { version: number; key: Buffer }

/**
 * Secrets at rest. `about` names what the secret belongs to (tenant and row): it is authenticated with it, so that
 * a sealed value copied to another row does not open there.
 */
export type Vault = {
  seal(secret: string, about: string): string
  open(sealed: string, about: string): string
  /** False when an older key sealed it: it is to be sealed again before that key is dropped. */
  isCurrent(sealed: string): boolean
  /** Of the key that seals; what it sealed begins with it and a dot. */
  version: number
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** The first key seals; all of them open, so that a key can be replaced while old values are still around. */
export function createVault(keys: readonly VaultKey[]): Vault {
  const [current] = keys
  if (current === undefined) throw new Error('a vault needs at least one key')
  const byVersion = new Map(keys.map(({ version, key }) => [String(version), key]))
  return {
    isCurrent: (sealed) => sealed.startsWith(`${current.version}.`),
    version: current.version,
    seal(secret, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, current.key, iv).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${current.version}.${Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, about) {
      const dot = sealed.indexOf('.')
      const key = byVersion.get(sealed.slice(0, dot))
      if (key === undefined)
        throw new Error(
          `a secret was sealed with key version ${sealed.slice(0, dot)}, which is not configured`,
        )
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url')
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** 32 bytes as 64 hex digits or as base64, or null. */
export function parseKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[0-9A-Za-z+/_-]{43}=?$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  return key.length === KEY_BYTES ? key : null
}

/** `key` or `2:key,1:key`, the one that seals first. Null when it cannot be read that way. */
export function parseKeys(text: string): VaultKey[] | null {
  const keys: VaultKey[] = []
  for (const part of text.split(',')) {
    const [, version = '1', encoded = ''] = /^\s*(?:(\d{1,9}):)?(\S+)\s*$/.exec(part) ?? []
    const key = parseKey(encoded)
    if (key === null || keys.some((known) => known.version === Number(version))) return null
    keys.push({ version: Number(version), key })
  }
  return keys
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES)
}
