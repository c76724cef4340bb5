import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openStores, STORES } from '../../test/harness.ts'
import { uuidv7 } from '../kernel/ids.ts'
import { arrayOf, sql, textsOf, uuidsOf } from './sql.ts'

for (const store of STORES) {
  describe(`arrays on ${store}`, () => {
    test('whatever text is put into an array comes out of it unchanged', async () => {
      const { db, close } = await openStores(store)
      try {
        const odd = [
          '',
          'null',
          'NULL',
          '{}',
          'a,b',
          '"',
          '\\',
          ' x ',
          'a"b\\c',
          '0192f0c4-d1e2',
          'ü',
          '{"a":1}',
        ]
        type Back = { texts: string[]; same: string[] }
        const back = async (texts: readonly string[]) => {
          const row = await db.row<Back>(
            sql`select ${arrayOf(texts)}::text[] as texts, ${textsOf(texts)}::text[] as same`,
          )
          assert.deepEqual(row?.same, row?.texts)
          return row?.texts
        }
        assert.deepEqual(await back(odd), odd)
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))),
            async (texts) => {
              assert.deepEqual(await back(texts), texts)
            },
          ),
          { numRuns: 50 },
        )
        const ids = Array.from({ length: 300 }, () => uuidv7())
        for (const sent of [[], ids.slice(0, 1), ids])
          assert.deepEqual(
            await db.row(
              sql`select ${uuidsOf(sent)}::uuid[]::text[] as ids, cardinality(${uuidsOf(sent)}::uuid[]) as n`,
            ),
            { ids: sent, n: sent.length },
          )
      } finally {
        await close()
      }
    })
  })
}
