import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { seededRandom } from './random.ts'
import {
  coverageTable,
  EVIDENCE_REPLICATES,
  EVIDENCE_SEED,
  limitsTable,
  platformsTable,
  simulateCoverage,
} from './simulate.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

describe('coverage of the intervals, by seeded simulation', () => {
  const table = coverageTable(EVIDENCE_REPLICATES, EVIDENCE_SEED)
  const name = (c: (typeof table)[number]) => `Beta(${c.a}, ${c.b}) ${c.prompts} × ${c.repeats}`

  it('ci_market covers the population rate in 93–97 % of scans, in every design', () => {
    for (const c of table) assert.ok(c.market >= 0.93 && c.market <= 0.97, `${name(c)}: ${c.market}`)
  })

  it('ci_panel covers the panel rate in 93–97 % of scans when prompts repeat', () => {
    const repeated = table.filter((c) => c.repeats > 1)
    assert.ok(repeated.length >= 15)
    for (const c of repeated) assert.ok(c.panel >= 0.93 && c.panel <= 0.97, `${name(c)}: ${c.panel}`)
  })

  it('ci_panel is conservative, never too narrow, when each prompt was asked once', () => {
    for (const c of table.filter((d) => d.repeats === 1))
      assert.ok(c.panel >= 0.945, `${name(c)}: ${c.panel}`)
  })

  it('a pooled interval would fail the market rate, and worse with more repeats', () => {
    const pooled = (repeats: number) =>
      table.find((c) => c.a === 0.4 && c.prompts === 20 && c.repeats === repeats)?.pooled_market ?? 1
    assert.ok(pooled(5) < 0.8)
    assert.ok(pooled(10) < pooled(5))
  })

  it('rare brands and tiny scans are covered at least as often as promised', () => {
    for (const c of limitsTable(2000, EVIDENCE_SEED)) {
      assert.ok(c.panel >= 0.93 && c.market >= 0.93, `${name(c)}: ${c.panel} ${c.market}`)
    }
  })

  it('over several differing platforms the market stays in 93–97 %, the panel at 93 % or above', () => {
    for (const c of platformsTable(1000, EVIDENCE_SEED)) {
      assert.ok(c.market >= 0.93 && c.market <= 0.97, `${name(c)}: ${c.market}`)
      assert.ok(c.panel >= 0.93, `${name(c)}: ${c.panel}`)
    }
  })

  it('the published page shows these very figures', () => {
    const page = readFileSync(new URL('../../../../docs/aeo-evidence.md', import.meta.url), 'utf8')
    for (const c of table) {
      const row = `| Beta(${c.a}, ${c.b}) | ${c.prompts} × ${c.repeats} | ${percent(c.panel)} | ${percent(c.market)} |`
      assert.ok(page.includes(row), `run node bench/aeo-evidence.ts > docs/aeo-evidence.md: ${row}`)
    }
  })
})

describe('the seeded generator', () => {
  it('repeats itself', () => {
    const design = { prompts: 10, repeats: 2, a: 0.4, b: 0.8 }
    assert.deepEqual(simulateCoverage(design, 50, 3), simulateCoverage(design, 50, 3))
  })

  it('draws Beta(0.4, 0.8) with the right mean and variance', () => {
    const random = seededRandom(5)
    const draws = Array.from({ length: 40_000 }, () => random.beta(0.4, 0.8))
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length
    const variance = draws.reduce((a, b) => a + (b - mean) ** 2, 0) / draws.length
    assert.ok(Math.abs(mean - 1 / 3) < 0.01)
    assert.ok(Math.abs(variance - 0.101) < 0.004)
  })
})
