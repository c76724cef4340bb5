import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { incompleteBeta, logGamma, normalCdf, normalQuantile, tCdf, tQuantile } from './numeric.ts'

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)

describe('distributions agree with printed tables', () => {
  it('log gamma of known points', () => {
    near(logGamma(1), 0, 1e-12)
    near(logGamma(5), Math.log(24), 1e-11)
    near(logGamma(0.5), Math.log(Math.sqrt(Math.PI)), 1e-12)
    near(logGamma(0.1), 2.252712651734206, 1e-10)
    near(logGamma(100), 359.1342053695754, 1e-9)
  })

  it('incomplete beta of closed forms', () => {
    near(incompleteBeta(1, 1, 0.3), 0.3, 1e-12)
    near(incompleteBeta(2, 1, 0.3), 0.09, 1e-12)
    near(incompleteBeta(2, 3, 0.5), 0.6875, 1e-12)
    near(incompleteBeta(0.5, 0.5, 0.5), 0.5, 1e-12)
    assert.equal(incompleteBeta(2, 3, 0), 0)
    assert.equal(incompleteBeta(2, 3, 1), 1)
  })

  it('normal distribution', () => {
    near(normalCdf(0), 0.5, 0)
    near(normalCdf(1), 0.841344746, 1e-9)
    near(normalCdf(-1.96), 0.024997895, 1e-9)
    near(normalCdf(3), 0.998650102, 1e-9)
    near(normalQuantile(0.975), 1.959963985, 1e-8)
    near(normalQuantile(0.8), 0.841621234, 1e-8)
    near(normalQuantile(0.05), -1.644853627, 1e-8)
  })

  it('upper 2.5 % points of t', () => {
    const table: [number, number][] = [
      [1, 12.7062],
      [2, 4.30265],
      [4, 2.77645],
      [9, 2.26216],
      [19, 2.09302],
      [29, 2.04523],
      [49, 2.00958],
      [99, 1.98422],
      [499, 1.96472],
    ]
    for (const [df, expected] of table) near(tQuantile(0.975, df), expected, 5e-5)
    near(tQuantile(0.025, 9), -2.26216, 5e-5)
    near(tQuantile(0.95, 10), 1.81246, 5e-5)
  })

  it('t probabilities invert its quantiles', () => {
    for (const df of [1, 3, 12, 80]) {
      for (const p of [0.6, 0.9, 0.975, 0.999]) near(tCdf(tQuantile(p, df), df), p, 1e-9)
    }
  })
})
