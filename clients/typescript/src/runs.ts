import type { Api, Run } from './api.gen.ts'
import { HeraldError } from './errors.ts'
import { type Settings, send } from './request.ts'
import { serverEvents } from './sse.ts'
import type { CallOptions } from './types.ts'

export type EndedRun = Run & { status: 'completed' | 'failed' }

export type WaitOptions = Pick<CallOptions, 'signal'> & {
  /** How long to wait in all; ten minutes unless said otherwise. */
  timeoutMs?: number | undefined
  /** The first pause between two polls; it doubles up to five seconds. */
  pollMs?: number | undefined
  /** Told whatever is learnt of the run on the way. */
  onProgress?: ((run: Partial<Run>) => void) | undefined
}

export type Runs = {
  /**
   * Waits until the run has ended, and returns it, completed or failed. Follows the run's stream of events; where there
   * is none or it breaks off, it polls.
   */
  wait(id: string, options?: WaitOptions): Promise<EndedRun>
}

const LONGEST_POLL_MS = 5_000

export function runsOf(settings: Settings, agents: Api['agents']): Runs {
  return {
    async wait(id, options = {}) {
      const until = settings.now() + (options.timeoutMs ?? 600_000)
      const seen = await agents.getRun({ id }, { signal: options.signal })
      if (hasEnded(seen)) return seen
      options.onProgress?.(seen)
      await follow(settings, id, until, options)
      for (let pause = options.pollMs ?? 500; ; pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
        const run = await agents.getRun({ id }, { signal: options.signal })
        if (hasEnded(run)) return run
        options.onProgress?.(run)
        if (settings.now() + pause > until) {
          throw new HeraldError('timeout', `Run ${id} is still ${run.status}. It goes on: wait for it again.`)
        }
        await settings.sleep(pause, options.signal)
      }
    },
  }
}

function hasEnded(run: Partial<Run>): run is EndedRun {
  return run.status === 'completed' || run.status === 'failed'
}

/** Returns when the stream has nothing more to say, whatever the reason: the run itself is read afterwards. */
async function follow(settings: Settings, id: string, until: number, options: WaitOptions): Promise<void> {
  const outgoing = {
    method: 'GET',
    path: `/agents/runs/${encodeURIComponent(id)}/stream`,
    body: undefined,
    idempotent: false,
    accept: 'text/event-stream',
  }
  const limits = { signal: options.signal, maxRetries: 0, timeoutMs: Math.max(1, until - settings.now()) }
  try {
    await send(settings, outgoing, limits, async (response) => {
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return
      for await (const { data } of serverEvents(response)) {
        const news = parse(data)
        options.onProgress?.(news)
        if (hasEnded(news)) return
      }
    })
  } catch (error) {
    if (!(error instanceof HeraldError) || error.code === 'aborted') throw error
  }
}

/** An event may say something that is not about the run; then nothing is learnt from it. */
function parse(data: string): Partial<Run> {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Partial<Run>) : {}
  } catch {
    return {}
  }
}
