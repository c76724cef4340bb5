import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { planScan } from './plan.ts'
import { simulateCoverage } from './simulate.ts'

const platforms = [
  { platform: 'chatgpt', cost_usd: 0.02 },
  { platform: 'claude', cost_usd: 0.03 },
]

describe('a plan before the money is spent', () => {
  it('meets the wished half-width at the lowest cost', () => {
    const { feasible, recommended } = planScan({ target_half_width: 0.1, platforms })
    assert.ok(feasible && recommended !== null)
    assert.ok(recommended.expected_half_width.market <= 0.1)
    assert.ok(Math.abs(recommended.cost_usd - recommended.queries * recommended.repeats * 0.05) < 1e-9)
    assert.equal(recommended.answers, recommended.queries * recommended.repeats * 2)
  })

  it('never spends more than the budget and prefers prompts to repeats', () => {
    const { recommended } = planScan({ budget_usd: 5, platforms })
    assert.deepEqual([recommended?.queries, recommended?.repeats, recommended?.cost_usd], [100, 1, 5])
  })

  it('repeats only when there are no more questions to ask', () => {
    const { recommended } = planScan({ budget_usd: 5, platforms, max_queries: 20 })
    assert.deepEqual([recommended?.queries, recommended?.repeats], [20, 5])
  })

  it('says when the wish is out of reach, and offers the best there is', () => {
    const plan = planScan({ target_half_width: 0.01, platforms, max_queries: 50 })
    assert.deepEqual([plan.feasible, plan.reason], [false, 'target_out_of_reach'])
    assert.equal(plan.recommended?.queries, 50)
    assert.equal(planScan({ target_half_width: 0.05, budget_usd: 1, platforms }).reason, 'budget_too_small')
    assert.equal(planScan({ budget_usd: 0.01, platforms }).recommended, null)
    assert.equal(planScan({ budget_usd: 1, platforms: [] }).reason, 'no_platform')
  })

  it('costs nothing where answers cost nothing', () => {
    const free = [{ platform: 'chatgpt', cost_usd: 0 }]
    assert.equal(planScan({ target_half_width: 0.1, platforms: free }).recommended?.cost_usd, 0)
  })

  it('predicts the half-widths that simulated scans then have', () => {
    const rate = 1 / 3
    const plan = planScan({
      budget_usd: 100,
      platforms: [{ platform: 'chatgpt', cost_usd: 1 }],
      expected_rate: rate,
      prompt_correlation: 1 / 2.2,
      max_queries: 20,
      max_repeats: 5,
    })
    const seen = simulateCoverage({ prompts: 20, repeats: 5, a: 0.4, b: 0.8 }, 2000, 1)
    assert.deepEqual([plan.recommended?.queries, plan.recommended?.repeats], [20, 5])
    const expected = plan.recommended?.expected_half_width
    assert.ok(Math.abs((expected?.market ?? 0) - seen.market_half_width) < 0.01)
    assert.ok(Math.abs((expected?.panel ?? 0) - seen.panel_half_width) < 0.01)
  })

  it('power grows with the change and reaches 80 % at the detectable one', () => {
    const at = (change: number) => planScan({ budget_usd: 5, platforms, change }).recommended?.power
    const detectable = at(0.1)?.detectable_change ?? 0
    assert.ok((at(0.02)?.power ?? 1) < (at(0.2)?.power ?? 0))
    assert.ok(Math.abs((at(detectable)?.power ?? 0) - 0.8) < 0.01)
  })

  it('more money never buys a wider interval', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 }), (budget, extra) => {
        const half = (usd: number) =>
          planScan({ budget_usd: usd, platforms }).recommended?.expected_half_width.market ?? 1
        assert.ok(half(budget + extra) <= half(budget) + 1e-9)
      }),
      { numRuns: 50 },
    )
  })
})
