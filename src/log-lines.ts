import pino from 'pino'

/** Bytes that are written at once. */
const BLOCK = 64 * 1024
/** How long a line may wait for others. */
const DELAY_MS = 500

/** Takes whole blocks; pino's own writer of files does, and tries again what a full pipe refuses. */
export type BlockStream = {
  write(block: Buffer): unknown
  flush(written?: (error?: Error) => void): void
}

export type LineWriter = {
  write(line: string): void
  /** Says when all is written. */
  flush(written?: (error?: Error) => void): void
  handOver(): void
}

/** The log's lines on standard output. What is left when the process ends by itself or an error is written then. */
export function writeLines(): LineWriter {
  // With a least length, flush tells when all is written.
  const options = { sync: false, contentMode: 'buffer', minLength: 1, maxWrite: BLOCK } as const
  // It takes buffers in this mode, which its type does not say.
  const lines = gatherLines(pino.destination(options) as unknown as BlockStream)
  // Before the stream's own look at what it was given.
  process.prependListener('beforeExit', lines.handOver)
  process.prependListener('exit', lines.handOver)
  return lines
}

/**
 * Gathers lines as bytes, and writes a block of them at once. Given line by line, the stream measures all that it has
 * gathered anew for each of them, which cost a request as much as everything else that is done for it.
 */
export function gatherLines(stream: BlockStream): LineWriter {
  const block = Buffer.allocUnsafe(BLOCK)
  let used = 0
  let waiting: NodeJS.Timeout | null = null

  function handOver(): void {
    if (waiting !== null) clearTimeout(waiting)
    waiting = null
    if (used > 0) stream.write(Buffer.from(block.subarray(0, used)))
    used = 0
  }

  return {
    handOver,
    write(line) {
      // A character takes three bytes at the most.
      const most = line.length * 3
      if (most > BLOCK - used) handOver()
      if (most > BLOCK) stream.write(Buffer.from(line))
      else {
        used += block.write(line, used)
        waiting ??= setTimeout(handOver, DELAY_MS).unref()
      }
    },
    flush(written) {
      handOver()
      stream.flush(written)
    },
  }
}
