import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openStores, STORES } from '../../test/harness.ts'
import { sql } from './sql.ts'

for (const store of STORES) {
  describe(`the store on ${store}`, () => {
    test('a statement that cannot be run fails alone: what comes after it works, in and out of transactions', async () => {
      const { db, close } = await openStores(store)
      const works = async () => assert.deepEqual(await db.rows(sql`select 1 as one`), [{ one: 1 }])
      const broken = [
        sql`select ${'no uuid'}::uuid`,
        sql`select * from unnest(${['-000001-1']}::date[])`,
        sql`select 1 / ${0}::int`,
        sql`select nothing from nowhere where x = ${1}`,
      ]
      for (const statement of [...broken, ...broken]) {
        await assert.rejects(db.rows(statement), { name: 'error' })
        await works()
        await assert.rejects(
          db.transaction((tx) => tx.rows(statement)),
          { name: 'error' },
        )
        await works()
        const caught = db.transaction(async (tx) => {
          await tx.rows(statement).catch(() => {})
          return tx.rows(sql`select 1 as one`)
        })
        await assert.rejects(caught, /current transaction is aborted/)
        await works()
      }
      await close()
    })
  })
}
