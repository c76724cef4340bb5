import type { AnswerStatus, StoredAnswer } from './types.ts'

export interface ScanCoverage {
  requested: string[]
  succeeded: string[]
  failed: { platform: string; reason: string }[]
}

const REASONS: Record<Exclude<AnswerStatus, 'ok'>, string> = {
  unavailable: 'unavailable',
  error: 'error',
  no_answer: 'no_answer',
}

/**
 * A platform succeeded when it was reached: "no overview was shown" is an observation. It failed when every call to it
 * failed, with the most frequent reason.
 */
export function coverageOf(requested: readonly string[], answers: readonly StoredAnswer[]): ScanCoverage {
  const byPlatform = Map.groupBy(answers, (a) => a.platform)
  const out: ScanCoverage = { requested: [...requested], succeeded: [], failed: [] }
  for (const platform of requested) {
    const list = byPlatform.get(platform) ?? []
    if (list.some((a) => a.status === 'ok' || a.status === 'no_answer')) {
      out.succeeded.push(platform)
      continue
    }
    const reasons = Map.groupBy(list, (a) => a.error ?? (a.status === 'ok' ? '' : REASONS[a.status]))
    const [reason] = [...reasons].sort((a, b) => b[1].length - a[1].length)[0] ?? ['not_asked']
    out.failed.push({ platform, reason })
  }
  return out
}
