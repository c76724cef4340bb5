import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Entity } from './aliases.ts'
import { compileDetector, DETECTOR_VERSION } from './detector.ts'

/** Surfaces found, as "entity:surface", cut from the original by code points. */
function found(entities: readonly (string | Entity)[], text: string): string[] {
  const list = entities.map((e) => (typeof e === 'string' ? { name: e } : e))
  const points = Array.from(text)
  return compileDetector(list)
    .detect(text)
    .map((m) => `${m.entity}:${points.slice(m.start, m.end).join('')}`)
}

const surfaces = (entity: string | Entity, text: string) =>
  found([entity], text).map((s) => s.split(':').slice(1).join(':'))

describe('complete adjacent words', () => {
  for (const name of ['Demand-IQ', 'DemandIQ', 'Demand IQ', 'demandiq']) {
    it(`${name} is found however its parts are joined`, () => {
      const text = 'Demand-IQ, DemandIQ, Demand IQ and Demand‑IQ; but a demand. IQ tests differ.'
      assert.deepEqual(surfaces(name, text), ['Demand-IQ', 'DemandIQ', 'Demand IQ', 'Demand‑IQ'])
    })
  }

  it('a name inside a longer word is another word', () => {
    assert.deepEqual(surfaces('Acme', 'acmeology, macme, Acme2, acme_sdk, Acmeish'), [])
  })

  it('a possessive belongs to the sentence, not to the name', () => {
    assert.deepEqual(surfaces('Acme', "Acme's and Acme’s and the Acme-like"), ['Acme', 'Acme', 'Acme'])
  })

  it('two ordinary words do not add up to a name', () => {
    assert.deepEqual(surfaces('HubSpot', 'a hub spot in town'), [])
    assert.deepEqual(surfaces('Notionary', 'the notion ary'), [])
  })

  it('no spelling is forgiven: there is no edit distance', () => {
    assert.deepEqual(surfaces('Salesforce', 'Salesforse, Salesfroce, Saleforce'), [])
  })

  it('the longest name wins where two start together', () => {
    assert.deepEqual(found(['Acme', 'Acme Cloud'], 'Acme Cloud beats Acme.'), [
      'Acme Cloud:Acme Cloud',
      'Acme:Acme',
    ])
  })
})

describe('normalisation', () => {
  it('folds accents in Latin, Greek and Cyrillic', () => {
    assert.deepEqual(surfaces('Nestlé', 'Nestle, NESTLÉ, Nestle\u0301'), ['Nestle', 'NESTLÉ', 'Nestle\u0301'])
    assert.deepEqual(surfaces('Κωτσόβολος', 'ΚΩΤΣΟΒΟΛΟΣ'), ['ΚΩΤΣΟΒΟΛΟΣ'])
  })

  it('keeps the marks of Kana apart: ハ is not バ', () => {
    assert.deepEqual(surfaces('ハナ', 'バナ'), [])
    assert.deepEqual(surfaces('バナ', 'ﾊﾞﾅ'), ['ﾊﾞﾅ'])
  })

  it('reads full-width letters', () => assert.deepEqual(surfaces('Acme', 'Ａｃｍｅを使う'), ['Ａｃｍｅ']))

  it('a trade mark or footnote sign is not part of the word', () => {
    assert.deepEqual(surfaces('Acme', 'Acme™ Acme® Acme² _Acme_ **Acme**'), [
      'Acme',
      'Acme',
      'Acme',
      'Acme',
      'Acme',
    ])
  })

  it('German genitives are the name, in German only', () => {
    assert.deepEqual(surfaces('Acme', 'Acmes Preise sind von der Größe abhängig.'), ['Acmes'])
    assert.deepEqual(surfaces('Acme', 'Acmes everywhere.'), [])
    assert.deepEqual(surfaces('BMW', 'BMWs Modelle und die Preise'), ['BMWs'])
  })

  it('a soft hyphen or joiner inside a word is nothing', () => {
    assert.deepEqual(surfaces('Salesforce', 'Sales\u00adforce'), ['Sales\u00adforce'])
  })

  it('counts offsets in code points of the original', () => {
    const [mention] = compileDetector([{ name: 'Acme' }]).detect('👍🏽🚀 ﬁne: Acme')
    assert.deepEqual([mention?.start, mention?.end], [9, 13])
  })

  it('every reported span is inside the text and reads as its alias, whatever stands around it', () => {
    const detector = compileDetector([{ name: 'Zyxel' }])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const text = `${left} Zyxel ${right}`
        for (const m of detector.detect(text)) {
          const surface = Array.from(text).slice(m.start, m.end).join('')
          assert.equal(surface.toLowerCase(), 'zyxel')
        }
      }),
    )
  })
})

describe('aliases', () => {
  const acme = { name: 'Acme Industries', domains: ['https://www.acme.com/'] }

  it('a domain gives its label, and stands itself when written out', () => {
    assert.deepEqual(surfaces(acme, 'Acme is fine; acme.com too.'), ['Acme', 'acme.com'])
  })

  it('labels under four characters are too short to be names', () => {
    assert.deepEqual(surfaces({ name: 'Hennes', domains: ['abc.com'] }, 'abc ABC'), [])
  })

  it('an ordinary word does not become a name through its domain', () => {
    assert.deepEqual(surfaces({ name: 'monday.com', domains: ['monday.com'] }, 'See you Monday.'), [])
  })

  it('the label of a shop on a shared host is the shop', () => {
    assert.deepEqual(
      surfaces({ name: 'Foo', domains: ['tinywidgets.myshopify.com'] }, 'Tinywidgets on Myshopify'),
      ['Tinywidgets'],
    )
  })

  it('another top-level domain is another company', () =>
    assert.deepEqual(surfaces(acme, 'acme.io and acme.js'), []))

  it('an address is not a statement', () => {
    const text =
      'https://acme.com/a www.acme.com me@acme.com [docs](https://acme.com) ([acme.com](https://acme.com/x))'
    assert.deepEqual(surfaces(acme, text), [])
  })

  it('code is not a statement', () => assert.deepEqual(surfaces(acme, '```\nacme login\n```\nDone.'), []))
})

describe('writing without spaces', () => {
  it('Thai: a name inside a dictionary word is not found', () => {
    assert.deepEqual(surfaces('ช้อปปี้', 'ซื้อที่ช้อปปี้ได้เลย'), ['ช้อปปี้'])
    assert.deepEqual(surfaces({ name: 'ไลน์', generic: false }, 'เรียนออนไลน์'), [])
  })

  it('Han: edges follow the words around', () => {
    assert.deepEqual(surfaces('京东', '在京东买，京东方，东京东站'), ['京东'])
  })

  it('Katakana: the whole run or nothing', () => {
    assert.deepEqual(surfaces('アクメ', 'アクメは、アクメディア、「アクメ」'), ['アクメ', 'アクメ'])
  })

  it('Latin names stand beside any of them', () => {
    assert.deepEqual(surfaces('Acme', '用Acme吧。Acmeを使う。ใช้Acmeดี。Acme는'), [
      'Acme',
      'Acme',
      'Acme',
      'Acme',
    ])
  })

  it('declined Cyrillic names are found whole', () => {
    assert.deepEqual(surfaces('Яндекс', 'в Яндексе, Яндекса, Яндексовский'), ['Яндексе', 'Яндекса'])
  })
})

describe('order among tracked entities', () => {
  it('position is the rank of the first mention', () => {
    const mentions = compileDetector([{ name: 'Acme' }, { name: 'Globex' }]).detect('Globex, Acme, Globex.')
    assert.deepEqual(
      mentions.map((m) => [m.entity, m.position]),
      [
        ['Globex', 1],
        ['Acme', 2],
        ['Globex', 1],
      ],
    )
  })

  it('an absent entity takes no place', () => {
    const text = "I couldn't find information about Globex. Acme is fine."
    const mentions = compileDetector([{ name: 'Acme' }, { name: 'Globex' }]).detect(text)
    assert.deepEqual(
      mentions.map((m) => [m.entity, m.position]),
      [['Acme', 1]],
    )
  })
})

describe('the compiled detector', () => {
  it('names its version', () => assert.equal(compileDetector([]).version, DETECTOR_VERSION))

  it('of nobody finds nobody', () => assert.deepEqual(compileDetector([]).detect('Acme'), []))

  it('contains a name whatever is said of it', () => {
    const detector = compileDetector([{ name: 'Apple' }, { name: 'Acme' }])
    assert.deepEqual([...detector.contains('apple watch or no information about acme')], ['Apple', 'Acme'])
  })

  it('survives names that look like patterns', () => {
    assert.deepEqual(surfaces('C++ (Inc.) [x]*', 'plain text'), [])
    assert.deepEqual(surfaces('AT&T', 'AT&T and AT & T'), ['AT&T', 'AT & T'])
    assert.deepEqual(surfaces('Yahoo!', 'Yahoo and Yahoo!'), ['Yahoo', 'Yahoo!'])
  })

  it('hostile text costs no more than honest text of its length', () => {
    const detector = compileDetector([{ name: 'Acme', domains: ['acme.com'] }, { name: 'Apple' }])
    const size = 30_000
    const pieces = [
      '.',
      '<a',
      'Acme ',
      'not find ',
      'a.',
      'Apple ',
      '[(',
      'a-',
      '。',
      'e\u0301',
      '没有找到',
      '\n',
      '`',
    ]
    for (const piece of pieces) {
      const started = performance.now()
      detector.detect(`Acme ${piece.repeat(size / piece.length)} Acme`)
      const took = performance.now() - started
      assert.ok(took < 3000, `${JSON.stringify(piece)}: ${took} ms`)
    }
  })

  it('never throws and stays in order on any text', () => {
    const detector = compileDetector([{ name: 'Acme' }, { name: '小米' }, { name: 'Apple' }])
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Acme', '小米', 'Apple', "couldn't find", '. '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const mentions = detector.detect(pieces.join(''))
        mentions.forEach((m, i) => {
          assert.ok(m.start < m.end && m.start >= (mentions[i - 1]?.end ?? 0))
        })
      }),
    )
  })
})
