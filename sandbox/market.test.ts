import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMarket } from './market/brands.ts'
import { readQuestion } from './market/question.ts'
import { type Sandbox, startSandbox } from './server.ts'
import { ask, PLATFORMS, platformNamed, post } from './test-asks.ts'

const QUESTIONS = [
  'best crm for small business',
  'top running shoes for beginners',
  'good coffee subscription',
  'plumber in Austin',
  'cheap web hosting',
]

async function transcript(sandbox: Sandbox, repeats: number): Promise<string[]> {
  const raws: string[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const target of PLATFORMS) {
      for (const question of QUESTIONS) raws.push((await ask(sandbox, target, question)).raw)
    }
  }
  return raws
}

async function on(day: string, repeats: number): Promise<string[]> {
  const sandbox = await startSandbox({ day })
  const raws = await transcript(sandbox, repeats)
  await sandbox.close()
  return raws
}

describe('answers are drawn, not improvised', () => {
  it('the same requests in the same order on the same day get the same bytes', async () => {
    assert.deepEqual(await on('2026-11-10', 2), await on('2026-11-10', 2))
  })

  it('a repeated question gets another answer, from a market that stays the same', async () => {
    const raws = await on('2026-11-10', 2)
    const half = raws.length / 2
    const changed = raws.slice(0, half).filter((raw, index) => raw !== raws[half + index])
    assert.ok(changed.length > half * 0.8, `${changed.length} of ${half}`)
  })

  it('from one day to the next some answers name other brands, and most do not', async () => {
    const texts = async (day: string): Promise<string[]> => {
      const sandbox = await startSandbox({ day })
      const target = platformNamed('perplexity')
      const out: string[] = []
      for (let index = 0; index < 60; index += 1) {
        const { text } = target.read((await ask(sandbox, target, `best crm for team ${index}`)).body)
        out.push(text.replaceAll(/\[\d+\]/g, ''))
      }
      await sandbox.close()
      return out
    }
    const [today, tomorrow, later] = [
      await texts('2026-11-10'),
      await texts('2026-11-11'),
      await texts('2027-02-20'),
    ]
    const moved = (other: string[]): number => today.filter((text, index) => text !== other[index]).length
    assert.ok(moved(tomorrow) > 0 && moved(tomorrow) < 36, `${moved(tomorrow)} moved overnight`)
    assert.ok(moved(later) > moved(tomorrow), `${moved(later)} moved over months`)
  })

  it('the served model changes with a release and keeps its name in between', async () => {
    const served = async (day: string): Promise<unknown> => {
      const sandbox = await startSandbox({ day })
      const { body } = await ask(sandbox, platformNamed('chatgpt'), 'best crm')
      await sandbox.close()
      return body.model
    }
    assert.equal(await served('2026-10-30'), 'gpt-5.5-2026-08-06')
    assert.equal(await served('2026-11-02'), 'gpt-5.5-2026-11-02')
    assert.equal(await served('2027-01-01'), 'gpt-5.5-2026-11-02')
  })
})

describe('the market', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  after(() => sandbox.close())

  async function rate(name: string, brand: string, question: (index: number) => string): Promise<number> {
    const target = platformNamed(name)
    let mentions = 0
    for (let index = 0; index < 60; index += 1) {
      const { text } = target.read((await ask(sandbox, target, question(index))).body)
      if (text.includes(brand)) mentions += 1
    }
    return mentions / 60
  }

  it('the documentation’s brands are mentioned sometimes by questions that name none of them', async () => {
    for (const brand of ['Acme', 'Globex', 'Initech']) {
      const share = await rate('chatgpt', brand, (index) => `best crm for company ${index}`)
      assert.ok(share > 0.05 && share < 0.9, `${brand}: ${share}`)
    }
  })

  it('brands of several words are named too: by questions that name them, and by others now and then', async () => {
    const share = await rate('chatgpt', 'Acme CRM', (index) => `best crm for company ${index}`)
    assert.ok(share > 0.03 && share < 0.6, `Acme CRM: ${share}`)
    assert.ok((await rate('gemini', 'Acme CRM', (index) => `Is Acme CRM good for case ${index}?`)) > 0.9)
    const about = (index: number): string => `best pen ${index} sandbox:brands(Quill and Wood 1)`
    assert.ok((await rate('claude', 'Quill and Wood', about)) > 0.7)
  })

  it('a brand that was taught is mentioned as often as its strength says', async () => {
    const about = (index: number): string => `best coffee for morning ${index}`
    assert.equal(await rate('claude', 'Lumenroast', about), 0)
    await post(
      sandbox,
      '/_sandbox/market',
      {},
      { brands: [{ name: 'Lumenroast', domain: 'lumenroast.example', strength: 1 }] },
    )
    assert.ok((await rate('claude', 'Lumenroast', about)) > 0.7)
    await post(sandbox, '/_sandbox/market', {}, { brands: [{ name: 'Lumenroast', strength: 0 }] })
    assert.equal(await rate('claude', 'Lumenroast', about), 0)
  })

  it('a taught brand’s own site is cited under the domain that was taught', async () => {
    await post(
      sandbox,
      '/_sandbox/market',
      {},
      { brands: [{ name: 'Kettlefern', domain: 'kettlefern.example', strength: 1 }] },
    )
    const target = platformNamed('perplexity')
    let cited = 0
    for (let index = 0; index < 30; index += 1) {
      const read = target.read((await ask(sandbox, target, `best kettle ${index}`)).body)
      if (read.cited.some((url) => url.includes('kettlefern.example'))) cited += 1
    }
    assert.ok(cited > 3, String(cited))
  })

  it('a brand the question names is answered about, or said not to be found', async () => {
    const share = await rate('gemini', 'Zebrafold', (index) => `Is Zebrafold good for case ${index}?`)
    assert.ok(share > 0.9)
  })

  it('brands put into one question are known in it alone', async () => {
    assert.ok(
      (await rate('chatgpt', 'Quillwood', (index) => `best pen ${index} sandbox:brands(Quillwood 1)`)) > 0.7,
    )
    assert.equal(await rate('chatgpt', 'Quillwood', (index) => `best pen ${index}`), 0)
  })

  it('answers are in the language of the question', async () => {
    const target = platformNamed('chatgpt')
    const text = async (question: string): Promise<string> =>
      target.read((await ask(sandbox, target, question)).body).text
    assert.match(await text('Welche ist die beste CRM Software für kleine Firmen?'), /Anbieter|Namen|Tests/)
    assert.match(await text('quel est le meilleur café pour le matin'), /comparatifs|choix/)
    assert.match(await text('cuál es el mejor hotel para familias'), /opciones|nombres/)
    assert.match(await text('おすすめのコーヒーはどれですか'), /選択肢/)
  })

  it('sources are of several types', async () => {
    const target = platformNamed('perplexity')
    const hosts: string[] = []
    for (const question of QUESTIONS)
      hosts.push(...target.read((await ask(sandbox, target, question)).body).cited)
    for (const type of [
      /reddit\.com|quora\.com|youtube\.com/,
      /forbes|techradar|pcmag|wired|yelp|g2/,
      /wikipedia|\.gov/,
    ]) {
      assert.ok(
        hosts.some((url) => type.test(url)),
        `${type} in ${hosts.join(' ')}`,
      )
    }
  })
})

describe('reading a question', () => {
  const read = (text: string, location = '') => readQuestion(text, createMarket(), location)
  it('knows the market, the intent, the brands and the place', () => {
    assert.equal(read('Best CRM for Small Business').topic.id, 'crm')
    assert.deepEqual(read('Best CRM for Small Business').named, [])
    assert.equal(read('Acme vs Globex').intent, 'compare')
    assert.deepEqual(
      read('is acme.com legit').named.map((brand) => brand.name),
      ['Acme'],
    )
    assert.deepEqual(
      read('Lumen Coffee reviews').named.map((brand) => brand.name),
      ['Lumen Coffee'],
    )
    assert.deepEqual(
      read('Compare Acme CRM and Globex').named.map((brand) => [brand.name, brand.domain]),
      [
        ['Acme CRM', 'acme.com'],
        ['Globex', 'globex.com'],
      ],
    )
    assert.equal(read('best dentist near Austin').place, 'Austin')
    assert.equal(read('best dentist', 'Leeds, UK').place, 'Leeds')
    assert.deepEqual(read('Welche ist die beste Versicherung für junge Familien?').named, [])
    assert.equal(read('Welche ist die beste Versicherung für junge Familien?').topic.id, 'insurance')
    assert.notEqual(read('every even simple thing').topic.id, 'car')
  })
  it('invents the same market for the same unknown subject, and never names it after a brand', () => {
    assert.deepEqual(read('best unicycle helmets').topic, read('top unicycle helmets').topic)
    assert.ok(!read('Is Acme any good?').topic.noun.toLowerCase().includes('acme'))
  })
})
