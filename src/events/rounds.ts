export type Rounds = { now(): void; stop(): Promise<void> }

/** A timer whose rounds do not overlap, and which can be waited for. */
export function every(ms: number, round: () => Promise<void>, failed: (error: unknown) => void): Rounds {
  let running: Promise<void> | null = null
  const now = () => {
    running ??= round()
      .catch(failed)
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(now, ms)
  return {
    now,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
