import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canonicalFixes } from './site-fixes.ts'
import type { StoredAnswer } from './stats/index.ts'
import type { ScanRow } from './store.ts'

/** Only what the rule looks at. */
const scan = { brand: { name: 'Acme', domains: ['acme.com'], aliases: [] } } as unknown as ScanRow
const cited = (...urls: string[]) =>
  [{ citations: urls.map((url) => ({ url })) }] as unknown as StoredAnswer[]

describe('canonical addresses', () => {
  test('one page under several addresses gets the one that engines know best', () => {
    const fixes = canonicalFixes(
      scan,
      cited(
        'https://www.acme.com/crm/',
        'https://www.acme.com/crm/?utm_source=openai',
        'https://acme.com/crm#prices',
        'https://other.com/crm',
      ),
    )
    assert.deepEqual(
      fixes.map(({ type, value }) => [type, value]),
      [['canonical', 'https://www.acme.com/crm/']],
    )
  })

  test('pages that differ in their query are different pages, and marks of campaigns are no query', () => {
    assert.deepEqual(
      canonicalFixes(
        scan,
        cited(
          'https://acme.com/product?id=1',
          'https://acme.com/product?id=2&gclid=x',
          'https://acme.com/product?id=2',
          'https://acme.com/product',
        ),
      ),
      [],
    )
  })
})
