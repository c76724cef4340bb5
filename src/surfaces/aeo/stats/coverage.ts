import type { AnswerStatus, StoredAnswer } from './types.ts'

export interface ScanCoverage {
  requested: string[]
  succeeded: string[]
  failed: { platform: string; reason: string }[]
  /** Platforms that were reached, but not for every question: their rates rest on fewer answers. */
  partial: { platform: string; answered: number; failed: number; reason: string }[]
}

const REASONS: Record<Exclude<AnswerStatus, 'ok'>, string> = {
  unavailable: 'unavailable',
  error: 'error',
  no_answer: 'no_answer',
}

const cameBack = (answer: StoredAnswer) => answer.status === 'ok' || answer.status === 'no_answer'

/** The most frequent reason among answers that did not come back. */
function reasonOf(failed: readonly StoredAnswer[]): string {
  const reasons = Map.groupBy(failed, (a) => a.error ?? (a.status === 'ok' ? '' : REASONS[a.status]))
  const [reason] = [...reasons].sort((a, b) => b[1].length - a[1].length)[0] ?? ['not_asked']
  return reason
}

/**
 * A platform succeeded when it was reached: "no overview was shown" is an observation. It failed when every call to it
 * failed, with the most frequent reason; where only some did, it is also partial.
 */
export function coverageOf(requested: readonly string[], answers: readonly StoredAnswer[]): ScanCoverage {
  const byPlatform = Map.groupBy(answers, (a) => a.platform)
  const out: ScanCoverage = { requested: [...requested], succeeded: [], failed: [], partial: [] }
  for (const platform of requested) {
    const list = byPlatform.get(platform) ?? []
    const lost = list.filter((answer) => !cameBack(answer))
    const answered = list.length - lost.length
    if (answered === 0) {
      out.failed.push({ platform, reason: reasonOf(lost) })
      continue
    }
    out.succeeded.push(platform)
    if (lost.length > 0) out.partial.push({ platform, answered, failed: lost.length, reason: reasonOf(lost) })
  }
  return out
}
