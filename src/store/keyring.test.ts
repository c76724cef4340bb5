import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newKey } from '../kernel/vault.ts'
import { openKeyring } from './keyring.ts'

const folder = mkdtempSync(join(tmpdir(), 'herald-keyring-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const settings = { encryption_keys: null, database_url: null, data_dir: folder, mode: 'sandbox' } as const
const silent = () => {}

test('the embedded database keeps a key of its own, which only its owner reads', () => {
  const first = openKeyring(settings, silent)
  assert.deepEqual(openKeyring(settings, silent), first)
  assert.equal(statSync(join(folder, 'encryption.key')).mode & 0o777, 0o600)
})

test('a damaged key file refuses to start instead of losing what was sealed', () => {
  const data_dir = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(join(data_dir, 'encryption.key'), 'oops')
  assert.throws(() => openKeyring({ ...settings, data_dir }, silent), /does not hold a key/)
})

test('with DATABASE_URL live mode needs ENCRYPTION_KEY, and the sandbox warns', () => {
  const shared = { ...settings, database_url: 'postgres://x' }
  assert.throws(() => openKeyring({ ...shared, mode: 'live' }, silent), /ENCRYPTION_KEY is needed/)
  const warnings: string[] = []
  openKeyring(shared, (message) => warnings.push(message))
  assert.match(warnings.join(), /development key/)
  const given = [{ version: 3, key: newKey() }]
  assert.equal(openKeyring({ ...shared, mode: 'live', encryption_keys: given }, silent), given)
})
