import { hashKey, type KeyKind, type Mode, mintKey } from '../kernel/api-key.ts'
import type { App, Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { insertKey, type KeyRow } from './store.ts'

export type Minted = { row: KeyRow; api_key: string }

/** Makes a key for a tenant. The raw key exists in the returned value only: the database gets its hash. */
export async function mintFor(
  tx: Tx,
  app: App,
  tenantId: string,
  wanted: {
    name: string | null
    kind: KeyKind
    mode: Mode
    scopes: readonly string[]
    ttl_seconds: number | null
  },
): Promise<Minted> {
  const { raw, prefix } = mintKey(wanted.kind)
  const row = await insertKey(tx, tenantId, {
    ...wanted,
    id: newId('key'),
    hash: hashKey(raw, app.key_pepper),
    key_prefix: prefix,
  })
  if (row === null) throw new Error('an inserted key came back empty')
  return { row, api_key: raw }
}
