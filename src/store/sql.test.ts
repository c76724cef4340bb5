import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openStores, STORES } from '../../test/harness.ts'
import { arrayOf, sql } from './sql.ts'

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
        const back = async (texts: readonly string[]) =>
          (await db.row<{ texts: string[] }>(sql`select ${arrayOf(texts)}::text[] as texts`))?.texts
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
      } finally {
        await close()
      }
    })
  })
}
