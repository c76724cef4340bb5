import { DETECTOR_VERSION } from './detect/detector.ts'
import {
  type Analysis,
  coverageOf,
  type DetectedAnswer,
  METHODOLOGY_VERSION,
  type StoredAnswer,
} from './stats/index.ts'
import type { ScanRow } from './store.ts'

/** More than these are read page by page: a result that is polled should stay small enough to send. */
const MAX_ANSWERS_IN_OUTPUT = 1_000

export function methodologyOf(scan: ScanRow) {
  return {
    version: METHODOLOGY_VERSION,
    detector_version: DETECTOR_VERSION,
    repeats: scan.repeats,
    surface: 'api' as const,
    web_search: true,
    location: scan.location,
    language: scan.language,
  }
}

export const coverageOfScan = (scan: ScanRow, answers: readonly StoredAnswer[]) =>
  coverageOf(scan.platforms, answers)

export const answersUrl = (scanId: string) => `/v1/aeo/scans/${scanId}/answers`

function presentAnswer({ retrieved: _, ...answer }: DetectedAnswer) {
  return answer
}

/** The run's output. */
export function scanOutput(scan: ScanRow, analysis: Analysis): Record<string, unknown> {
  const { summary, by_platform, by_query, competitors, sources, gaps, answers } = analysis
  return {
    simulated: scan.simulated,
    methodology: methodologyOf(scan),
    brand: scan.brand,
    summary,
    by_platform,
    by_query,
    competitors,
    sources,
    gaps,
    answers: answers.slice(0, MAX_ANSWERS_IN_OUTPUT).map(presentAnswer),
    answers_total: answers.length,
    answers_url: answersUrl(scan.id),
    coverage: coverageOfScan(scan, answers),
  }
}
