import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newKey, parseKeys, type VaultKey } from '../kernel/vault.ts'

/** Known to everyone who reads this: it keeps a shared development database readable by every process, no more. */
const DEVELOPMENT_KEY = createHash('sha256').update('herald development encryption key').digest()

export type KeyringSettings = {
  encryption_keys: readonly VaultKey[] | null
  database_url: string | null
  data_dir: string
  mode: 'sandbox' | 'live'
}

/**
 * The keys that seal secrets at rest. The embedded database keeps one of its own beside it; several processes on
 * one PostgreSQL have to share one, so there it must be given, except in the sandbox, which says so.
 */
export function openKeyring(settings: KeyringSettings, warn: (message: string) => void): readonly VaultKey[] {
  if (settings.encryption_keys !== null) return settings.encryption_keys
  if (settings.database_url === null) return [{ version: 1, key: ownKey(settings.data_dir) }]
  if (settings.mode === 'live') {
    throw new Error(
      'ENCRYPTION_KEY is needed in live mode with DATABASE_URL, because secrets are sealed before they are stored. ' +
        'Make one with `openssl rand -base64 32` and give the same one to every process.',
    )
  }
  warn('ENCRYPTION_KEY is not set: secrets are sealed with the public development key (sandbox mode only).')
  return [{ version: 0, key: DEVELOPMENT_KEY }]
}

/** Made once, readable by its owner alone. It is on the disk before the first secret can be sealed with it. */
function ownKey(folder: string): Buffer {
  const file = join(folder, 'encryption.key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${newKey().toString('base64')}\n`)
    fsyncSync(handle)
    closeSync(handle)
  }
  const [own] = parseKeys(readFileSync(file, 'utf8').trim()) ?? []
  if (own === undefined) throw new Error(`${file} does not hold a key; restore it, or secrets stay sealed`)
  return own.key
}
