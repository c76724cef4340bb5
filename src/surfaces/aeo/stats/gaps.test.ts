import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyse } from './analyse.ts'
import { type Gap, gapKey, type PromptGap, type SourceGap } from './gaps.ts'
import { opportunity, proposedFix } from './opportunity.ts'
import { namedAnswer } from './sample-answers.ts'
import type { DetectedAnswer } from './types.ts'

const brand = { name: 'Acme', domains: ['acme.com'] }
const competitors = [
  { name: 'Globex', domains: ['globex.io'] },
  { name: 'Initech', domains: ['initech.com'] },
]
const gapsIn = (answers: DetectedAnswer[], history: ReadonlySet<string>[] = []) =>
  analyse({ brand, competitors, answers, history }).gaps
const ofKind = (gaps: Gap[], kind: Gap['kind']) => gaps.filter((g) => g.kind === kind)

describe('gaps', () => {
  it('a mention gap: a competitor in at least one answer, the brand in none', () => {
    const gaps = gapsIn([namedAnswer(['Globex']), namedAnswer([], { repeat: 2 })])
    const [gap] = ofKind(gaps, 'mention') as PromptGap[]
    assert.deepEqual([gap?.competitors, gap?.answers, gap?.competitor_answers], [['Globex'], 2, 1])
  })

  it('none where the brand is named even once', () => {
    assert.deepEqual(gapsIn([namedAnswer(['Globex']), namedAnswer(['Acme'], { repeat: 2 })]), [])
  })

  it('none where nobody is named', () => assert.deepEqual(gapsIn([namedAnswer([])]), []))

  it('platforms are apart: present on one is no cover for the other', () => {
    const gaps = gapsIn([namedAnswer(['Acme']), namedAnswer(['Globex'], { platform: 'claude' })])
    assert.deepEqual(
      ofKind(gaps, 'mention').map((g) => (g as PromptGap).platform),
      ['claude'],
    )
  })

  it('citation gaps are their own: named but not cited, while a competitor is', () => {
    const gaps = gapsIn([namedAnswer(['Acme', 'Globex'], { cites: ['blog.globex.io'] })])
    assert.deepEqual(
      gaps.map((g) => [g.kind, g.competitors]),
      [['citation', ['Globex']]],
    )
  })

  it('a source gap: cited beside competitors, never beside us, and not a rival’s own site', () => {
    const gaps = gapsIn([
      namedAnswer(['Globex', 'Initech'], { query: 'q1', cites: ['techradar.com', 'g2.com', 'globex.io'] }),
      namedAnswer(['Acme', 'Globex'], { query: 'q2', cites: ['g2.com'] }),
    ])
    const sources = ofKind(gaps, 'source') as SourceGap[]
    assert.deepEqual(
      sources.map((g) => [g.domain, g.type, g.competitors]),
      [['techradar.com', 'editorial', ['Globex', 'Initech']]],
    )
  })

  it('persistent after three scans in a row, not after a break', () => {
    const answers = [namedAnswer(['Globex'])]
    const key = new Set(gapsIn(answers).map(gapKey))
    const flags = (history: ReadonlySet<string>[]) =>
      gapsIn(answers, history).map((g) => [g.scans, g.persistent])
    assert.deepEqual(flags([]), [[1, false]])
    assert.deepEqual(flags([key]), [[2, false]])
    assert.deepEqual(flags([key, key]), [[3, true]])
    assert.deepEqual(flags([key, new Set(), key]), [[2, false]])
  })
})

describe('opportunity', () => {
  it('is ln(competitors + 1) × miss rate × citations × severity, shown with its inputs', () => {
    const { score, version, inputs } = opportunity({
      competitors: 2,
      miss_rate: 0.5,
      citations: 6,
      fix: 'expand',
    })
    assert.ok(Math.abs(score - Math.log(3) * 0.5 * 6 * 0.6) < 1e-12)
    assert.equal(version, '1')
    assert.deepEqual(inputs, { competitors: 2, miss_rate: 0.5, citations: 6, fix: 'expand', severity: 0.6 })
  })

  it('orders the gaps', () => {
    const gaps = gapsIn([
      namedAnswer(['Globex'], { query: 'small', cites: ['globex.io'] }),
      namedAnswer(['Globex', 'Initech'], { query: 'large', cites: ['globex.io', 'initech.com'] }),
    ])
    const scores = gaps.map((g) => g.opportunity.score)
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    )
    assert.equal((gaps[0] as PromptGap).query, 'large')
  })

  it('proposes the fix from how far our own pages got', () => {
    const at = (retrieved: boolean, cited: boolean, citedElsewhere: boolean) =>
      proposedFix({ retrieved, cited, citedElsewhere })
    assert.equal(at(false, false, false), 'create')
    assert.equal(at(true, false, false), 'expand')
    assert.equal(at(true, true, true), 'add_schema')
    assert.equal(at(true, false, true), 'refresh')
  })
})
