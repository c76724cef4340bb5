const BATCH = 150
/** A lone answer is written at once, as eyes go; where many arrive, a little later and together. */
const FLUSH_MS = 50
const BUSY_FLUSH_MS = 100
const BUSY_BATCH = 16
/** Past this many unwritten answers asking waits for the database, so that a crash loses no more than these. */
const MAX_WAITING = 300

export type Writer<T> = { add(item: T): Promise<void>; end(): Promise<void> }

/**
 * Collects what arrives one by one and writes it in small batches, one at a time. A crash loses what is in flight
 * and the last few milliseconds, and nothing that was written.
 */
export function batchWriter<T>(write: (batch: T[]) => Promise<void>): Writer<T> {
  let waiting: T[] = []
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let broken: { cause: unknown } | null = null
  let delay = FLUSH_MS

  async function drain(): Promise<void> {
    while (waiting.length > 0 && broken === null) {
      const batch = waiting
      waiting = []
      delay = batch.length >= BUSY_BATCH ? BUSY_FLUSH_MS : FLUSH_MS
      await write(batch).catch((cause) => {
        broken = { cause }
      })
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (writing !== null || waiting.length === 0) return
    writing = drain().finally(() => {
      writing = null
      // What came between the last look and now would otherwise wait for the next arrival.
      if (broken === null) flush()
    })
  }

  function check(): void {
    if (broken !== null) throw broken.cause
  }

  return {
    async add(item) {
      check()
      waiting.push(item)
      if (waiting.length >= BATCH) flush()
      else timer ??= setTimeout(flush, delay)
      if (waiting.length >= MAX_WAITING) await writing
      check()
    },
    async end() {
      while (broken === null && (waiting.length > 0 || writing !== null)) {
        flush()
        await writing
      }
      clearTimeout(timer)
      check()
    },
  }
}
