import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GOLD } from './gold/index.ts'
import { scoreDetector } from './score.ts'

const percent = (share: number | null) => `${((share ?? 0) * 100).toFixed(1)} %`

describe('the gold set', () => {
  it('holds at least 300 labelled spans in at least six languages, and texts without any', () => {
    const spans = GOLD.reduce((n, g) => n + g.spans.length, 0)
    assert.ok(spans >= 300, `${spans}`)
    assert.ok(new Set(GOLD.filter((g) => g.spans.length > 0).map((g) => g.language)).size >= 6)
    assert.ok(GOLD.filter((g) => g.spans.length === 0).length >= 100)
    assert.equal(new Set(GOLD.map((g) => g.id)).size, GOLD.length)
  })

  for (const part of ['dev', 'held_out'] as const) {
    it(`precision and recall are at least 0.97 on the ${part} part`, (t) => {
      const { score, misses } = scoreDetector(GOLD.filter((g) => g.part === part))
      t.diagnostic(
        `${part}: precision ${percent(score.precision)}, recall ${percent(score.recall)}, ${score.labelled} spans`,
      )
      // Held-out misses are counted, not shown, so that nobody tunes to them.
      const shown = part === 'dev' ? JSON.stringify(misses) : `${misses.length} misses`
      assert.ok((score.precision ?? 0) >= 0.97 && (score.recall ?? 0) >= 0.97, shown)
    })
  }

  it('is scored strictly: a span one character off is wrong twice', () => {
    const [text] = GOLD.filter((g) => g.spans.length === 1)
    assert.ok(text)
    const shifted = { ...text, spans: text.spans.map((s) => ({ ...s, end: s.end + 1 })) }
    const { score, misses } = scoreDetector([shifted])
    assert.deepEqual([score.correct, misses.map((m) => m.kind)], [0, ['invented', 'missed']])
  })
})
