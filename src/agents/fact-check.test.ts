import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inventedIn } from './fact-check.ts'

const FACTS = [
  'Acme CRM',
  'Plans start at $12 a month and can be paused.',
  'Based in Graz, Austria',
  'https://acme.com/',
  'Founded 2014',
  'A cheap and simple tool for small-batch roasters',
]

describe('a text that only says what the facts say passes', () => {
  const fine = [
    'Acme CRM: plans start at $12.',
    'A CRM based in Graz, founded in 2014.',
    'Acme is at https://acme.com.',
    'The plan starts at $12 a month. Pausing a plan: acme.com',
    'Simple tools for the small batch roaster’s CRM',
    'SMALL‑BATCH ROASTERS IN AUSTRIA',
  ]
  for (const text of fine) test(text, () => assert.deepEqual(inventedIn(text, FACTS), []))
})

describe('a word that the facts do not have is found, whatever kind of word it is', () => {
  const invented: [string, string][] = [
    ['Trusted by 5,000 teams.', '5,000'],
    ['Acme integrates with Salesforce.', 'Salesforce'],
    ['The leading CRM for teams.', 'leading'],
    ['See acme.io for more.', 'acme.io'],
    ['Open [opening hours] in Graz.', '[opening hours]'],
    ['Write to sales@acme.org today.', 'sales@acme.org'],
    ['A delightful CRM loved by roasters.', 'loved'],
    ['Acme encrypts plans.', 'encrypts'],
    ['A cheaper CRM.', 'cheaper'],
    ['The cheapest CRM.', 'cheapest'],
    ['Plans start at €12.', '€'],
    ['Plans start at $1.', '1'],
    ['Plans start at 12 %.', '%'],
    ['Plans do not start at $12.', 'not'],
    ['All plans start at $12.', 'All'],
    ['Plans without a month.', 'without'],
    ['Yes, plans can be paused.', 'Yes'],
    ['The #1 CRM.', '#'],
    ['Acme CRMs for Austrians', 'Austrians'],
  ]
  for (const [text, what] of invented)
    test(`${what}: ${text}`, () =>
      assert.ok(inventedIn(text, FACTS).includes(what), String(inventedIn(text, FACTS))))
})

describe('it reads the languages that we write in', () => {
  const cases: [string, string, string, string[]][] = [
    ['de', 'Die Rösterei liefert ganze Bohnen nach Graz.', 'Ganze Bohnen aus der Rösterei in Graz.', []],
    ['de', 'Die Rösterei liefert ganze Bohnen.', 'Die beste Rösterei mit Bio-Bohnen.', ['beste', 'Bio']],
    ['fr', "L'abonnement est payé en ligne.", "Un abonnement payée en ligne, c'est l'abonnement.", []],
    ['fr', "L'abonnement est payé en ligne.", 'Un abonnement gratuit.', ['gratuit']],
    ['es', 'La suscripción incluye café molido.', 'Cafés molidos en su suscripción.', []],
    ['es', 'La suscripción incluye café molido.', 'Suscripción ilimitada.', ['ilimitada']],
    ['ru', 'Подписку можно приостановить онлайн.', 'Подписка: можно приостановить онлайн.', []],
    ['ru', 'Подписку можно приостановить онлайн.', 'Лучшая подписка.', ['Лучшая']],
    ['el', 'Η συνδρομή παρέχει καφέ.', 'Συνδρομές για καφέ.', []],
    ['el', 'Η συνδρομή παρέχει καφέ.', 'Δωρεάν συνδρομή.', ['Δωρεάν']],
    ['ja', '定期便はオンラインで停止できます。', '定期便の停止', []],
    ['zh', '订阅可以在线暂停。', '在线暂停订阅', []],
    ['ko', '구독은 온라인으로 중지됩니다.', '온라인 구독', []],
    ['ko', '구독은 온라인으로 중지됩니다.', '무료 구독', ['무료']],
  ]
  for (const [language, fact, text, found] of cases)
    test(`${language}: ${text}`, () => assert.deepEqual(inventedIn(text, [fact]), found))

  test('writing without spaces: what the facts do not hold is found', () => {
    assert.ok(inventedIn('世界一の定期便', ['定期便はオンラインで停止できます。']).length > 0)
    assert.ok(inventedIn('免费订阅', ['订阅可以在线暂停。']).length > 0)
    assert.ok(inventedIn('กาแฟฟรี', ['กาแฟของเรา']).length > 0)
  })
})
