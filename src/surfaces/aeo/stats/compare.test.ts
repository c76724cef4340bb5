import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareScans } from './compare.ts'
import { adjustForDiscoveries } from './fdr.ts'
import { seededRandom } from './random.ts'
import { namedAnswer } from './sample-answers.ts'
import type { DetectedAnswer } from './types.ts'

const tracked = { brand: { name: 'Acme', domains: ['acme.com'] }, competitors: [{ name: 'Globex' }] }

/** One answer per prompt; `named` says in which prompts the brand is. */
function scan(
  prompts: number,
  named: (i: number) => boolean,
  part: Partial<DetectedAnswer> = {},
): DetectedAnswer[] {
  return Array.from({ length: prompts }, (_, i) =>
    namedAnswer(named(i) ? ['Acme'] : [], { query: `q${i}`, ...part }),
  )
}

const overall = (before: DetectedAnswer[], after: DetectedAnswer[]) =>
  compareScans(before, after, tracked).overall.find((c) => c.metric === 'visibility')

describe('comparing two scans', () => {
  it('a rise on most prompts has moved', () => {
    const found = overall(
      scan(20, () => false),
      scan(20, (i) => i < 15),
    )
    assert.deepEqual(
      [found?.before, found?.after, found?.difference, found?.verdict],
      [0, 0.75, 0.75, 'moved'],
    )
  })

  it('equals a hand-computed paired t', () => {
    // Eight prompts change by −1, +1, +1, +1 and four zeros: mean 2/8, squares 4 − 8·(1/4)².
    const before = scan(8, (i) => i === 0)
    const after = scan(8, (i) => i >= 1 && i <= 3)
    const found = overall(before, after)
    const error = Math.sqrt((4 - 8 * 0.25 ** 2) / 7 / 8)
    assert.ok(Math.abs((found?.difference ?? 0) - 0.25) < 1e-12)
    assert.ok(Math.abs((found?.ci?.[1] ?? 0) - (0.25 + 2.36462 * error)) < 1e-4)
    assert.equal(found?.verdict, 'within_noise')
  })

  it('no change at all is within noise, with an interval that is not a point', () => {
    const found = overall(
      scan(20, (i) => i < 10),
      scan(20, (i) => i < 10),
    )
    assert.equal(found?.verdict, 'within_noise')
    assert.ok((found?.ci?.[1] ?? 0) > 0.1)
  })

  it('a changed model is not a changed brand', () => {
    const result = compareScans(
      scan(20, () => false),
      scan(20, () => true, { served_model: 'model-2' }),
      tracked,
    )
    assert.deepEqual(
      [...result.overall, ...result.by_platform].map((c) => c.verdict),
      ['model_changed', 'model_changed', 'model_changed', 'model_changed'],
    )
    assert.deepEqual(result.model_changes, [{ platform: 'chatgpt', before: ['model-1'], after: ['model-2'] }])
  })

  it('a platform with a new model stays out of the overall figure', () => {
    const before = [...scan(10, () => false), ...scan(10, () => false, { platform: 'claude' })]
    const after = [
      ...scan(10, () => false),
      ...scan(10, () => true, { platform: 'claude', served_model: 'model-2' }),
    ]
    assert.equal(overall(before, after)?.difference, 0)
  })

  it('few common prompts are insufficient', () => {
    const found = overall(
      scan(4, () => false),
      scan(4, () => true),
    )
    assert.deepEqual([found?.verdict, found?.p_value], ['insufficient', null])
  })

  it('only pairs measured by both take part', () => {
    const before = [...scan(10, () => false), ...scan(10, () => true, { platform: 'grok' })]
    const after = [...scan(10, () => false), ...scan(10, () => false, { platform: 'grok', status: 'error' })]
    const result = compareScans(before, after, tracked)
    assert.deepEqual([result.common_pairs, result.unpaired], [10, 10])
    assert.equal(result.overall[0]?.before, 0)
  })

  it('an unchanged brand is rarely called moved: at most five percent of comparisons, by simulation', () => {
    const random = seededRandom(17)
    let moved = 0
    const rounds = 400
    for (let round = 0; round < rounds; round++) {
      const chances = Array.from({ length: 20 }, () => random.beta(0.4, 0.8))
      const draw = () => scan(20, (i) => random.uniform() < (chances[i] ?? 0))
      if (compareScans(draw(), draw(), tracked).overall.some((c) => c.verdict === 'moved')) moved += 1
    }
    assert.ok(moved / rounds <= 0.05, `${moved} of ${rounds}`)
  })
})

describe('false-discovery control', () => {
  it('gives the adjusted values of the textbook example', () => {
    const adjusted = adjustForDiscoveries([0.01, 0.04, 0.03, 0.005])
    assert.deepEqual(
      adjusted.map((q) => Number(q.toFixed(4))),
      [0.02, 0.04, 0.04, 0.02],
    )
  })

  it('of nothing is nothing', () => assert.deepEqual(adjustForDiscoveries([]), []))
})
