import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileDetector } from './detector.ts'

function surfaces(name: string, text: string): string[] {
  const points = Array.from(text)
  return compileDetector([{ name }])
    .detect(text)
    .map((m) => points.slice(m.start, m.end).join(''))
}

describe('a name that ends in a symbol', () => {
  it('ends with it: no space, and no joining word, is taken along', () => {
    for (const name of ['C++', 'C++ '])
      assert.deepEqual(surfaces(name, 'C++ is fast, I like C++. C+ and C are others.'), ['C++', 'C++'])
    assert.deepEqual(surfaces('Disney+', 'Disney+ and Disney, on Disney+.'), ['Disney+', 'Disney+'])
    assert.deepEqual(surfaces('C#', 'C# or C'), ['C#'])
  })

  it('keeps its mark where the mark stands, and is found without it', () => {
    assert.deepEqual(surfaces('Yahoo!', 'Yahoo! is old. Use Yahoo, or Yahoo!'), ['Yahoo!', 'Yahoo', 'Yahoo!'])
  })

  it('a mark that belongs to the name ends no sentence', () => {
    assert.deepEqual(surfaces('Yahoo!', 'Yahoo! is not mentioned in these sources.'), [])
    const [mention] = compileDetector([{ name: 'Yahoo!' }]).detect('Yahoo! is overpriced and slow.')
    assert.equal(mention?.sentiment, 'negative')
  })
})

describe('German names that are ordinary nouns', () => {
  const named = [
    'Ich empfehle Müller, weil die Auswahl groß ist.',
    'Müller ist eine Drogeriekette in Deutschland.',
    'Die Drogerie Müller ist groß.',
    'dm, Rossmann und Müller sind die größten Ketten.',
    'Bei Müller ist das Shampoo im Angebot.',
  ]
  for (const text of named)
    it(`is the name: ${text}`, () => assert.deepEqual(surfaces('Müller', text), ['Müller']))

  const other = [
    'Der Müller mahlt das Korn.',
    'Herr Müller wohnt in Berlin.',
    'Müller ist ein häufiger Nachname.',
    'Er arbeitete als Müller in der Mühle.',
  ]
  for (const text of other) it(`is not: ${text}`, () => assert.deepEqual(surfaces('Müller', text), []))
})

describe('a word that an accented name becomes without its accent', () => {
  it('is the word where it is used as one', () => {
    for (const text of [
      'The cabins nestle into the hills.',
      'Nestle into the sofa.',
      'They nestle among trees.',
      'The huts nestle there quietly.',
    ])
      assert.deepEqual(surfaces('Nestlé', text), [], text)
  })

  it('is the name where it acts like one', () => {
    assert.deepEqual(surfaces('Nestlé', 'Nestle makes cocoa; nestle is big; NESTLÉ too.'), [
      'Nestle',
      'nestle',
      'NESTLÉ',
    ])
  })
})

describe('a name with signs in it', () => {
  for (const name of [
    'Dr. Martens',
    'U.S. Bank',
    'Acme & Co. KG',
    'Acme™',
    '$ave',
    '.NET',
    'E*TRADE',
    '7-Eleven',
  ])
    it(`finds itself: ${name}`, () => {
      assert.equal(surfaces(name, `We like ${name} a lot.`).length, 1)
    })

  it('needs the sign that it begins with', () => {
    assert.deepEqual(surfaces('.NET', 'ASP.NET and the net, but .NET too'), ['.NET'])
  })
})

describe('undecided places', () => {
  it('are reported with the mentions, from one reading', () => {
    const detector = compileDetector([{ name: 'Square' }, { name: 'Acme' }])
    const text = 'Square is here. Acme is there.'
    const { mentions, undecided } = detector.read(text)
    assert.deepEqual(mentions, detector.detect(text))
    assert.deepEqual(undecided, [{ entity: 'Square', start: 0, end: 6 }])
  })
})
