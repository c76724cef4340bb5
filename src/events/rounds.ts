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

export type Demand = { wake(): void; busy(): boolean; stop(): void }

/**
 * Work that is done when asked for, one step at a time: what is asked for during a step makes one more. After an
 * error it waits a little and goes on by itself.
 */
export function onDemand(
  step: () => Promise<void>,
  options: {
    failed(error: unknown): void
    /** How long to rest after an error. */
    pause_ms: number
    /** How long to let more come together before the next step. */
    gather_ms(): number
  },
): Demand {
  let wanted = false
  let running = false
  let pausing: NodeJS.Timeout | null = null

  async function run(): Promise<void> {
    running = true
    while (wanted && pausing === null) {
      wanted = false
      try {
        await step()
        const gather_ms = options.gather_ms()
        if (gather_ms > 0) await new Promise((resolve) => setTimeout(resolve, gather_ms))
      } catch (error) {
        options.failed(error)
        pausing = setTimeout(resume, options.pause_ms)
      }
    }
    running = false
  }

  function resume(): void {
    pausing = null
    wake()
  }

  function wake(): void {
    wanted = true
    if (!running && pausing === null) void run()
  }

  return {
    wake,
    busy: () => running,
    stop() {
      if (pausing !== null) clearTimeout(pausing)
    },
  }
}
