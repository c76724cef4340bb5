import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { batchWriter } from './answer-writer.ts'

describe('the writer of answers', () => {
  test('everything is written once and in order, however it arrives', async () => {
    for (const gap of [0, 1, 7, 60]) {
      const written: number[][] = []
      const writer = batchWriter<number>(async (batch) => {
        await turn()
        written.push(batch)
      })
      for (let i = 0; i < 450; i++) {
        await writer.add(i)
        if (gap > 0 && i % 25 === 0) await pause(gap)
      }
      await writer.end()
      assert.deepEqual(
        written.flat(),
        Array.from({ length: 450 }, (_, i) => i),
      )
      assert.ok(written.length < 100, 'in batches')
    }
  })

  test('a lone answer is written within moments, without waiting for more', async () => {
    const written: number[] = []
    const writer = batchWriter<number>(async (batch) => void written.push(...batch))
    await writer.add(1)
    await pause(80)
    assert.deepEqual(written, [1])
    await writer.end()
  })

  test('a write that fails is heard by whoever adds or ends', async () => {
    const writer = batchWriter<number>(() => Promise.reject(new Error('no disk')))
    await writer.add(1)
    await assert.rejects(() => writer.end(), /no disk/)
    await assert.rejects(() => writer.add(2), /no disk/)
  })
})
