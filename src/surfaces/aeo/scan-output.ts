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

export const coverageOfScan = (scan: ScanRow, answers: readonly StoredAnswer[]) => ({
  ...coverageOf(scan.platforms, answers),
  citation_gaps: checkedFor(scan),
})

/** A citation is told by its domain: whoever has none is never found cited, which is not the same as not being cited. */
function checkedFor({ brand, competitors }: ScanRow) {
  const names = (list: ScanRow['competitors']) => list.map(({ name }) => name)
  if (brand.domains.length === 0) return { checked: [], not_checked: names(competitors) }
  return {
    checked: names(competitors.filter(({ domains }) => domains.length > 0)),
    not_checked: names(competitors.filter(({ domains }) => domains.length === 0)),
  }
}

/** What a reader would otherwise take for a measured zero. */
export function warningsFor(scan: ScanRow): string[] {
  const { brand, competitors } = scan
  const { not_checked } = checkedFor(scan)
  return [
    ...(brand.domains.length === 0
      ? ['Citations of the brand were not checked, since no domain of it is known: give domains.']
      : []),
    ...(competitors.length === 0
      ? ['Without competitors there is no share of voice and no gap: give competitors.']
      : []),
    ...(not_checked.length > 0 && brand.domains.length > 0
      ? [
          `Citation gaps were not checked for ${not_checked.join(', ')}, since no domain of theirs is known: give them as {"name", "domains"}.`,
        ]
      : []),
  ]
}

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
    warnings: warningsFor(scan),
  }
}
