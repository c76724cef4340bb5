import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { gatherLines } from './log-lines.ts'

function gathering() {
  const blocks: Buffer[] = []
  return {
    blocks,
    text: () => Buffer.concat(blocks).toString('utf8'),
    stream: {
      write: (block: Buffer) => void blocks.push(block),
      flush: (written?: () => void) => written?.(),
    },
  }
}

describe('the lines of the log', () => {
  test('come out whole and in order, whatever their length', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 0, max: 90_000 }).map((length) => 'ü'.repeat(length)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const out = gathering()
        const writer = gatherLines(out.stream)
        for (const one of lines) writer.write(`${one}\n`)
        writer.flush()
        assert.equal(out.text(), lines.map((one) => `${one}\n`).join(''))
      }),
      { numRuns: 50 },
    )
  })

  test('leave together, and none waits longer than a moment', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const out = gathering()
    const writer = gatherLines(out.stream)
    for (let n = 0; n < 100; n++) writer.write(`${n}\n`)
    assert.equal(out.blocks.length, 0)
    t.mock.timers.tick(500)
    assert.equal(out.blocks.length, 1)
    assert.ok(out.text().endsWith('\n99\n'))
    t.mock.timers.tick(5_000)
    assert.equal(out.blocks.length, 1)
  })

  for (const [how, code] of [
    ['process.exit(3)', 3],
    ['throw new Error("a crash")', 1],
    ['', 0],
  ] as const) {
    test(`are written before the process ends by ${how || 'itself'}`, () => {
      const script = `
        const { writeLines } = await import(${JSON.stringify(new URL('./log-lines.ts', import.meta.url).href)})
        const writer = writeLines()
        for (let n = 0; n < 5000; n++) writer.write(\`line \${n} \${'x'.repeat(100)}\\n\`)
        ${how}`
      const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
      assert.equal(ended.status, code)
      const lines = ended.stdout.trimEnd().split('\n')
      assert.deepEqual(
        lines.map((line) => line.split(' ')[1]),
        Array.from({ length: 5000 }, (_, n) => String(n)),
      )
    })
  }
})
