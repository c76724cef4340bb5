import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStores, STORES } from '../test/harness.ts'
import { openTokens, sealTokens } from './connections/secrets.ts'
import { type AccountRow, saveAccount } from './connections/store.ts'
import { secretOf } from './events/send.ts'
import { createVault, newKey } from './kernel/vault.ts'
import { moveToCurrentKey } from './maintenance.ts'
import { sql } from './store/sql.ts'
import { insertEndpoint, rotateSecret } from './surfaces/webhooks/store.ts'

const [one, two, other] = [1, 2, 1].map((version) => ({ version, key: newKey() }))
const TENANT = 'ten_1'
const owner = { tenant_id: TENANT, mode: 'live' } as const

for (const store of STORES) {
  describe(`maintenance on ${store}`, () => {
    let stores: Awaited<ReturnType<typeof openStores>>
    before(async () => {
      stores = await openStores(store)
    })
    after(() => stores.close())

    test('after a new key was put first every stored secret moves to it, used or not, and the old one can be dropped', async () => {
      assert.ok(one && two && other)
      const { db } = stores
      const [old, both, fresh, lost] = [[one], [two, one], [two], [other]].map(createVault)
      assert.ok(old && both && fresh && lost)
      const place = { tenant_id: TENANT, id: 'whk_1' }
      const account = { tenant_id: TENANT, id: 'acct_1' }
      await db.transaction(async (tx) => {
        const endpoint = { url: 'https://example.com', events: ['*'], description: null }
        const add = (id: string, vault: typeof old) =>
          insertEndpoint(tx, owner, {
            ...endpoint,
            id,
            secret: vault.seal('first', secretOf({ ...place, id })),
          })
        await add('whk_0', lost)
        await add('whk_1', old)
        const rotation = { overlap_seconds: 60, max_previous: 5 }
        await rotateSecret(tx, owner, 'whk_1', { ...rotation, secret: old.seal('second', secretOf(place)) })
        await saveAccount(tx, owner, {
          ...sealTokens(old, account, { access_token: 'access', refresh_token: 'refresh' }),
          id: account.id,
          platform: 'google',
          external_id: 'x',
          username: null,
          display_name: null,
          details: {},
          can_post: true,
          services: [],
          requested_scopes: [],
          granted_scopes: [],
          simulated: true,
          expires_in: null,
        })
      })
      const said: string[] = []
      const log = {
        info: (details: object) => said.push(JSON.stringify(details)),
        error: (_: object, message: string) => said.push(message),
      }
      await moveToCurrentKey(db, both, log)
      const broken = 'a secret could not be sealed with the current key'
      assert.deepEqual(
        said,
        [broken, '{"moved":2,"version":2}'],
        'what does not open keeps nothing else from moving',
      )
      const row = await db.row<{ secret: string; previous_secrets: { secret: string }[] }>(
        sql`select secret, previous_secrets from webhook_endpoints where tenant_id = ${TENANT} and id = 'whk_1'`,
      )
      const sealed = [row?.secret ?? '', ...(row?.previous_secrets ?? []).map(({ secret }) => secret)]
      assert.deepEqual(
        sealed.map((text) => fresh.open(text, secretOf(place))),
        ['second', 'first'],
      )
      const tokens = await db.row<AccountRow>(
        sql`select * from connected_accounts where tenant_id = ${TENANT}`,
      )
      assert.ok(tokens)
      assert.deepEqual(openTokens(fresh, tokens), { access_token: 'access', refresh_token: 'refresh' })
      said.length = 0
      await moveToCurrentKey(db, both, log)
      assert.deepEqual(said, [broken], 'what is current is left alone')
    })
  })
}
