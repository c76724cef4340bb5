/** A seeded generator, so that a simulation prints the same table on every machine. */
export interface Random {
  uniform(): number
  normal(): number
  beta(a: number, b: number): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32: 32 bits of state pass the tests that matter at a few million draws.
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  // Marsaglia and Tsang; a shape below one is drawn at shape + 1 and scaled back.
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - uniform()) ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const z = normal()
      const v = (1 + c * z) ** 3
      if (v > 0 && Math.log(1 - uniform()) < 0.5 * z * z + d - d * v + d * Math.log(v)) return d * v
    }
  }
  const beta = (a: number, b: number) => {
    const x = gamma(a)
    const y = gamma(b)
    return x + y === 0 ? a / (a + b) : x / (x + y)
  }
  return { uniform, normal, beta }
}
