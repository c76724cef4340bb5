import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  addTo,
  binaryStratum,
  emptyStratum,
  gradeOf,
  marketInterval,
  panelInterval,
  rate,
  wilson,
} from './intervals.ts'

const round = (interval: readonly number[] | null) => interval?.map((v) => Number(v.toFixed(4)))
const many = (count: number, hits: number, n: number) =>
  Array.from({ length: count }, () => binaryStratum(hits, n))

describe('wilson', () => {
  it('matches the textbook value for 7 of 20', () => {
    assert.deepEqual(round(wilson(0.35, 20, 1.959964)), [0.1812, 0.5671])
  })

  it('keeps a width at 0 and at 1', () => {
    assert.deepEqual(round(wilson(0, 10, 1.959964)), [0, 0.2775])
    assert.deepEqual(round(wilson(1, 10, 1.959964)), [0.7225, 1])
  })
})

describe('ci_panel', () => {
  it('is the pooled Wilson interval when each prompt was asked once', () => {
    const strata = [...many(7, 1, 1), ...many(13, 0, 1)]
    assert.deepEqual(round(panelInterval(strata)), round(wilson(0.35, 20, 1.959964)))
  })

  it('is narrow when every prompt always answers alike, and still not a point', () => {
    const [lo = 0, hi = 0] = panelInterval([...many(10, 5, 5), ...many(10, 0, 5)]) ?? []
    assert.ok(hi - lo > 0.01 && hi - lo < 0.08, `${lo} ${hi}`)
  })

  it('equals a hand-computed case: prompts with 1 of 2 and 2 of 2', () => {
    // r = 0.75; within = 2·0.5 = 1 over 4 answers, df = 2: φ = (0.5·1 + 0.5) / (0.5·4·0.1875 + 0.5) = 1.14 → capped at 1.
    assert.deepEqual(
      round(panelInterval([binaryStratum(1, 2), binaryStratum(2, 2)])),
      round(wilson(0.75, 4, 1.959964)),
    )
  })

  it('uses the share of variance within prompts: 20 prompts, half always, half never, one split', () => {
    const strata = [...many(10, 2, 2), ...many(9, 0, 2), binaryStratum(1, 2)]
    // r = 21/40; within = 2·0.5 = 1; df / measured = 20/40. φ = (0.5 + 0.5) / (0.5·40·0.249375 + 0.5) = 0.18224.
    assert.deepEqual(round(panelInterval(strata)), round(wilson(0.525, 40 / (1 / 5.4875), 1.959964)))
  })
})

describe('ci_market', () => {
  it('knows nothing about other questions from one', () => {
    assert.deepEqual(marketInterval([binaryStratum(3, 5)]), [0, 1])
  })

  it('counts prompts, not answers, when every prompt agrees with itself', () => {
    const asked1 = marketInterval([...many(6, 1, 1), ...many(14, 0, 1)])
    const asked9 = marketInterval([...many(6, 9, 9), ...many(14, 0, 9)])
    assert.deepEqual(round(asked1), round(asked9))
  })

  it('is as wide at 0 of 500 answers as 20 prompts deserve', () => {
    // t(19)² = 4.3807: upper end 4.3807 / (20 + 4.3807).
    assert.deepEqual(round(marketInterval(many(20, 0, 25))), [0, 0.1797])
  })
})

describe('a rate', () => {
  it('of nothing is null, not zero', () => {
    assert.deepEqual(rate([], []), {
      point: null,
      numerator: 0,
      denominator: 0,
      ci_panel: null,
      ci_market: null,
      grade: 'exploratory',
    })
  })

  it('lies inside both of its intervals, and the intervals inside [0, 1]', () => {
    const counts = fc.array(
      fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 8 })).map(([h, n]) => binaryStratum(Math.min(h, n), n)),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(counts, (strata) => {
        const { point, ci_panel, ci_market } = rate(strata, strata)
        for (const interval of [ci_panel, ci_market]) {
          assert.ok(point !== null && interval !== null)
          assert.ok(interval[0] >= 0 && interval[1] <= 1)
          assert.ok(interval[0] <= point && point <= interval[1])
          assert.ok(interval[1] - interval[0] > 0)
        }
      }),
    )
  })

  it('of counts (share of voice) widens when mentions come in bursts', () => {
    const steady = Array.from({ length: 20 }, () => emptyStratum())
    const bursty = Array.from({ length: 20 }, () => emptyStratum())
    steady.forEach((s) => {
      addTo(s, 1, 2)
      addTo(s, 1, 2)
    })
    bursty.forEach((s, i) => {
      addTo(s, i % 2 ? 4 : 0, 4)
      addTo(s, i % 2 ? 0 : 4, 4)
    })
    const width = (s: typeof steady) => {
      const [lo = 0, hi = 0] = panelInterval(s) ?? []
      return hi - lo
    }
    assert.ok(width(bursty) > 2 * width(steady))
  })
})

describe('grade', () => {
  it('needs fifty queries and a narrow market interval', () => {
    assert.equal(gradeOf(49, [0.3, 0.32]), 'exploratory')
    assert.equal(gradeOf(50, [0.1, 0.5]), 'exploratory')
    assert.equal(gradeOf(50, [0.2, 0.4]), 'directional')
    assert.equal(gradeOf(400, [0.3, 0.38]), 'decision')
    assert.equal(gradeOf(400, null), 'exploratory')
  })
})
