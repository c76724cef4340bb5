import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inventedIn } from './fact-check.ts'

const FACTS = [
  'Acme CRM',
  'Plans start at $12 a month.',
  'Based in Graz, Austria',
  'https://acme.com',
  'Founded 2014',
]

describe('what a worded text adds to the facts', () => {
  const fine = [
    'Acme CRM keeps customers and deals in one place. Plans start at $12.',
    'A CRM based in Graz, founded in 2014.',
    'Learn what Acme offers at https://acme.com.',
  ]
  for (const text of fine) test(`nothing: ${text}`, () => assert.deepEqual(inventedIn(text, FACTS), []))

  const invented: [string, string][] = [
    ['Trusted by 5,000 teams.', '5,000'],
    ['Acme integrates with Salesforce.', 'Salesforce'],
    ['The leading CRM for teams.', 'leading'],
    ['See acme.io for more.', 'acme.io'],
    ['Open [opening hours] in Graz.', '[opening hours]'],
    ['Write to sales@acme.org today.', 'sales@acme.org'],
  ]
  for (const [text, what] of invented)
    test(`${what}: ${text}`, () =>
      assert.ok(inventedIn(text, FACTS).includes(what), String(inventedIn(text, FACTS))))
})
