import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileDetector } from './detector.ts'

const detector = compileDetector([
  { name: 'Acme' },
  { name: 'Globex' },
  { name: 'Apple' },
  { name: 'Square' },
])
const named = (text: string) => detector.detect(text).map((m) => m.entity)
const sentiment = (text: string) => detector.detect(text).map((m) => m.sentiment)

describe('an absence statement is not a mention', () => {
  const absent = [
    "I couldn't find any information about Acme.",
    'I am not familiar with Acme.',
    'There is no public record of Acme.',
    'Acme is not mentioned in these sources.',
    'Information about Acme is not available.',
    'None of the sources mention Acme.',
    'Acme is nowhere to be found in the top lists.',
    "There isn't much information available about Acme.",
    "I don't know of a product called Acme.",
    'Ich konnte keine Informationen zu Acme finden.',
    'Acme taucht in keiner der Quellen auf.',
    'Mir ist kein Anbieter namens Acme bekannt.',
    'Acme ist mir leider nicht bekannt.',
    "Je n'ai trouvé aucune information sur Acme.",
    'No he encontrado información sobre Acme.',
    'Non ho trovato informazioni su Acme.',
    'Não encontrei informações sobre a Acme.',
    'Мне не удалось найти информацию об Acme.',
    'Δεν βρήκα πληροφορίες για την Acme.',
    'Acmeに関する情報は見つかりませんでした。',
    '我没有找到关于Acme的信息。',
    'ไม่พบข้อมูลเกี่ยวกับ Acme',
    'Acme에 대한 정보를 찾을 수 없습니다.',
  ]
  for (const text of absent) it(text, () => assert.deepEqual(named(text), []))
})

describe('a denial of something else is a mention', () => {
  const present = [
    "I couldn't find a better tool than Acme.",
    'Acme has no hidden fees.',
    'Acme does not support SSO.',
    "You won't regret choosing Acme.",
    'Nothing beats Acme on price.',
    'Es gibt nichts Besseres als Acme.',
    'Bei Acme gibt es keine Mindestlaufzeit.',
    "Acme n'a pas de version gratuite.",
    'Acme no tiene plan gratuito.',
    'У Acme нет бесплатной версии.',
    'Acmeは無料ではありません。',
    'Η Acme δεν έχει δωρεάν έκδοση.',
    '没有找到比Acme更好的工具。',
  ]
  for (const text of present) it(text, () => assert.deepEqual(named(text), ['Acme']))

  it('the other half of the sentence still speaks', () => {
    assert.deepEqual(named('I found nothing about Acme, but Globex is well documented.'), ['Globex'])
  })
})

describe('a generic name is a mention only as a company', () => {
  const cases: [string, string[]][] = [
    ['An apple a day.', []],
    ['Apple pie is a classic.', []],
    ['Apple released a new phone.', ['Apple']],
    ['I prefer Apple over others.', ['Apple']],
    ['Compare Apple, Samsung and Google phones.', ['Apple']],
    ['Apple and Samsung lead.', ['Apple']],
    ['1. Apple\n2. Samsung', ['Apple']],
    ['Apples are cheap in autumn.', []],
    ['The room has 20 square meters.', []],
    ['Square footage matters.', []],
    ['- **Square**: free reader', ['Square']],
  ]
  for (const [text, expected] of cases) it(text, () => assert.deepEqual(named(text), expected))

  it('an undecided place can be shown to a judge, and counts once accepted', () => {
    const text = 'Square is here.'
    const spans = detector.undecided(text)
    assert.deepEqual(spans, [{ entity: 'Square', start: 0, end: 6 }])
    assert.deepEqual(
      detector.detect(text, spans).map((m) => m.entity),
      ['Square'],
    )
    assert.deepEqual(detector.undecided('Apple pie and 20 square feet of Acme.'), [])
  })

  it('one clear place decides the unclear ones', () => {
    assert.deepEqual(named('Square is here. We tested Square in two shops.'), ['Square', 'Square'])
    assert.deepEqual(named('Square is here.'), [])
  })
})

describe('sentiment of a mention', () => {
  const cases: [string, string][] = [
    ['Acme is an excellent choice.', 'positive'],
    ['Acme is not reliable.', 'negative'],
    ['Acme is overpriced and slow.', 'negative'],
    ['Acme is not expensive.', 'neutral'],
    ['Acme is great but slow.', 'positive'],
    ['Acme was founded in 2014.', 'neutral'],
    ['Acme ist sehr zuverlässig.', 'positive'],
    ['Acme ist überteuert.', 'negative'],
    ['Acme est très fiable.', 'positive'],
    ['Acme es demasiado caro.', 'negative'],
    ['Acme — отличный выбор.', 'positive'],
    ['Η Acme είναι αξιόπιστη.', 'positive'],
    ['Acmeは使いやすいです。', 'positive'],
    ['Acme很糟糕。', 'negative'],
    ['Acme ใช้งานง่าย', 'positive'],
    ['Acme는 추천할 만합니다.', 'positive'],
  ]
  for (const [text, expected] of cases) it(text, () => assert.deepEqual(sentiment(text), [expected]))

  it('belongs to the clause of the name', () => {
    assert.deepEqual(sentiment('Acme is excellent, while Globex is slow.'), ['positive', 'negative'])
  })

  it('a yardstick is neutral', () => {
    assert.deepEqual(sentiment('Globex is more reliable than Acme.'), ['positive', 'neutral'])
  })
})
