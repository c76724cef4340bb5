import { isDeepStrictEqual } from 'node:util'
import type { TenantContext } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { loadAnswers, loadOutcomes } from './answer-store.ts'
import { HISTORY_SCANS } from './scan.task.ts'
import {
  type Analysis,
  analyse,
  type DetectedAnswer,
  detectorFor,
  readAnswer,
  type Tracked,
  withMentions,
} from './stats/index.ts'
import { completedScans, findScan, gapHistory, type ScanRow, type World } from './store.ts'

/** What this key may see: its own mode, and only what the platforms of today could have said. */
export function worldOf(ctx: TenantContext): World {
  const { tenant_id, mode } = ctx.principal
  return { tenant_id, mode, simulated: ctx.app.providers[mode].simulated }
}

/** The scan with this id, or 404 in the same words for all that are not the caller's. */
export async function scanOr404(ctx: TenantContext, id: string): Promise<ScanRow> {
  const { tenant_id, mode } = ctx.principal
  const scan = await findScan(ctx.db, { tenant_id, id }, mode)
  if (scan === null) throw fail('not_found', 'No such scan.')
  return scan
}

/** The one asked for, or the newest complete one of the brand; null when there is none yet. */
export async function chooseScan(
  ctx: TenantContext,
  wanted: { scan_id?: string | undefined; brand?: string | undefined; platform?: string | undefined },
): Promise<ScanRow | null> {
  if (wanted.scan_id !== undefined) return scanOr404(ctx, wanted.scan_id)
  const of = { brand: wanted.brand ?? null, platform: wanted.platform ?? null }
  const [newest = null] = await completedScans(ctx.db, worldOf(ctx), of, 1)
  return newest
}

/** Every number of a scan, worked out again from its stored answers. */
export async function analyseScan(ctx: TenantContext, scan: ScanRow, platform?: string): Promise<Analysis> {
  const all = await loadAnswers(ctx.db, scan)
  const answers = platform === undefined ? all : all.filter((answer) => answer.platform === platform)
  return analyse({ ...scan, answers, history: await gapHistory(ctx.db, scan, HISTORY_SCANS) })
}

/** Whether two scans were asked from one place in one language: only then do their answers compare. */
export const samePlace = (one: ScanRow, two: ScanRow) =>
  one.language === two.language && isDeepStrictEqual(one.location, two.location)

const namesOf = ({ brand, competitors }: Tracked) => JSON.stringify([brand, competitors])

/** A scan's answers as another scan would read them: mentions are found again only where the names differ. */
export async function outcomesAs(
  ctx: TenantContext,
  scan: ScanRow,
  reader: ScanRow,
): Promise<DetectedAnswer[]> {
  const detector = detectorFor(reader)
  if (namesOf(scan) === namesOf(reader)) return withMentions(await loadOutcomes(ctx.db, scan), detector)
  const answers = await loadAnswers(ctx.db, scan)
  return answers.map((answer) => ({ ...answer, ...readAnswer(answer, detector) }))
}

/** The most answers one request reads, so that a long history of large scans does not stop everybody else. */
const MAX_ANSWERS = 20_000

/** The newest scans that fit into one request, the newest always. */
function fitting(scans: readonly ScanRow[]): ScanRow[] {
  let answers = 0
  return scans.filter((scan, index) => {
    answers += scan.queries.length * scan.platforms.length * scan.repeats
    return index === 0 || answers <= MAX_ANSWERS
  })
}

/** Every scan read with the newest one's names, so that a new alias does not look like a rise. */
export async function readHistory(
  ctx: TenantContext,
  scans: readonly ScanRow[],
  newest: ScanRow,
  platform?: string,
) {
  const all: { scan: ScanRow; answers: DetectedAnswer[] }[] = []
  for (const scan of fitting(scans)) {
    const answers = await outcomesAs(ctx, scan, newest)
    all.push({ scan, answers: answers.filter((a) => platform === undefined || a.platform === platform) })
  }
  return all
}
