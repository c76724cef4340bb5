import { findTenant } from '../../accounts/store.ts'
import type { Tx } from '../../kernel/context.ts'
import { validationFailed } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Platform } from '../../providers/contract.ts'
import { mostMicros } from '../../providers/engines/answer-prices.ts'
import type { ProviderSet } from '../../providers/registry.ts'
import { type Agent, type RunContext, RunFailed } from '../../runs/agent.ts'
import type { Progress } from '../../runs/store.ts'
import {
  answeredCells,
  asLoaded,
  type Cell,
  insertAnswers,
  loadAnswers,
  type NewAnswer,
  storable,
} from './answer-store.ts'
import { batchWriter, type Writer } from './answer-writer.ts'
import { type Asked, askPlatform } from './ask-platform.ts'
import { decideScan, ScanInput } from './scan-input.ts'
import { coverageOfScan, scanOutput } from './scan-output.ts'
import { analyse, detectorFor, gapKey } from './stats/index.ts'
import { findScan, finishScan, gapHistory, type ScanRow, saveScan } from './store.ts'

export const SCANNER = 'aeo-scanner' as const
const REPORT_EVERY_MS = 200
export const HISTORY_SCANS = 10

/** Asks every platform every question and works out what the answers say. Also the first step of workflows. */
export const aeoScanner: Agent = { name: SCANNER, run: runScan }

export async function runScan(ctx: RunContext, input: unknown): Promise<Record<string, unknown>> {
  const providers = ctx.app.providers[ctx.mode]
  const scan = await openScan(ctx, input, providers)
  const asked = await askAll(ctx, scan, providers)
  // A scan in one go has all its answers at hand; one that was interrupted reads what was stored before.
  const answers = asked.resumed ? await loadAnswers(ctx.db, scan) : asLoaded(asked.answers, scan)
  const planned = scan.platforms.length * scan.queries.length * scan.repeats
  if (answers.length !== planned) throw new Error(`${answers.length} of ${planned} answers were stored`)
  const coverage = coverageOfScan(scan, answers)
  if (coverage.succeeded.length === 0) {
    const reasons = coverage.failed.map(({ platform, reason }) => `${platform}: ${reason}`)
    throw new RunFailed(`No platform answered (${reasons.join(', ')}).`)
  }
  const history = await gapHistory(ctx.db, scan, HISTORY_SCANS)
  const analysis = analyse({ ...scan, answers, history })
  await ctx.step(0, (tx) => finishScan(tx, scan, analysis.gaps.map(gapKey)))
  return scanOutput(scan, analysis)
}

/** The scan as it was accepted, or as a workflow asks for it here and now. */
async function openScan(ctx: RunContext, input: unknown, providers: ProviderSet): Promise<ScanRow> {
  const key = { tenant_id: ctx.tenant_id, id: ctx.run_id }
  const known = await findScan(ctx.db, key, ctx.mode)
  if (known !== null) {
    if (known.simulated !== providers.simulated)
      throw new RunFailed('The service changed between simulated and real platforms during this scan.')
    return known
  }
  const parsed = ScanInput.safeParse(input)
  if (!parsed.success) throw new RunFailed(validationFailed(parsed.error).message)
  const plan = decideScan(parsed.data, await findTenant(ctx.db, ctx.tenant_id))
  const world = { tenant_id: ctx.tenant_id, mode: ctx.mode, simulated: providers.simulated }
  await saveScan(ctx.db, world, ctx.run_id, plan)
  const saved = await findScan(ctx.db, key, ctx.mode)
  if (saved === null) throw new Error('a scan that was just saved is gone')
  return saved
}

type Scanning = {
  ctx: RunContext
  scan: ScanRow
  providers: ProviderSet
  writer: Writer<NewAnswer>
  detector: ReturnType<typeof detectorFor>
  spent: { micros: number; most: number }
}

/** Platforms do not wait for each other. What was answered before an interruption is not asked again. */
async function askAll(
  ctx: RunContext,
  scan: ScanRow,
  providers: ProviderSet,
): Promise<{ answers: NewAnswer[]; resumed: boolean }> {
  const answers: NewAnswer[] = []
  const before = await answeredCells(ctx.db, scan)
  const cellKey = (cell: Cell) => `${cell.platform} ${cell.query_index} ${cell.repeat}`
  const answered = new Set(before.map(cellKey))
  const total = scan.platforms.length * scan.queries.length * scan.repeats
  const progress = progressOf(ctx, before.length, total)
  const writer = batchWriter<NewAnswer>(async (batch) => {
    const cost = batch.reduce((sum, answer) => sum + answer.cost_micros, 0)
    const keep = (tx: Tx) => insertAnswers(tx, scan, batch)
    await ctx.step(cost, keep, progress(batch.length, batch.at(-1)?.platform ?? null))
    answers.push(...batch)
  })
  const spent = { micros: before.reduce((sum, row) => sum + row.cost_micros, 0), most: mostMicros(scan) }
  const work: Scanning = { ctx, scan, providers, writer, detector: detectorFor(scan), spent }
  const asking = scan.platforms.map((platform) => {
    const cells = cellsOf(scan, platform).filter((cell) => !answered.has(cellKey(cell)))
    return scanPlatform(work, platform, cells)
  })
  // All of them come to rest before the last answers are written, also when the scan is cancelled.
  const ends = await Promise.allSettled(asking)
  await writer.end()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { answers, resumed: before.length > 0 }
}

/** Round by round over the questions, so that a scan cut short has asked all of them before repeating any. */
function cellsOf(scan: ScanRow, platform: Platform): Cell[] {
  return Array.from({ length: scan.repeats }, (_, round) =>
    scan.queries.map((_query, query_index) => ({ platform, query_index, repeat: round + 1 })),
  ).flat()
}

async function scanPlatform(work: Scanning, platform: Platform, cells: readonly Cell[]): Promise<void> {
  const { ctx, scan, providers, writer, spent } = work
  const engine = providers.engines[platform]
  if (engine === undefined) {
    for (const cell of cells) await writer.add(emptyAnswer(cell, 'unavailable', null))
    return
  }
  const where = {
    ...(scan.location === null ? {} : { location: scan.location }),
    ...(scan.language === null ? {} : { language: scan.language }),
  }
  await askPlatform({
    cells,
    question: (cell) => ({ prompt: scan.queries[cell.query_index] ?? '', ...where }),
    ask: engine.ask,
    // Nothing past what was held at acceptance is spent.
    gate: { closed: () => (spent.micros >= spent.most ? 'budget_spent' : null) },
    clock: ctx.app.clock,
    signal: ctx.signal,
    keep: (cell, asked) => {
      const answer = answerOf(work, cell, asked)
      spent.micros += answer.cost_micros
      return writer.add(answer)
    },
    skip: (cell, reason) => writer.add(emptyAnswer(cell, 'error', reason)),
  })
}

function emptyAnswer(cell: Cell, status: 'error' | 'unavailable', error: string | null): NewAnswer {
  return {
    ...cell,
    id: newId('ans'),
    status,
    requested_model: null,
    served_model: null,
    searched: false,
    text: '',
    citations: [],
    retrieved: [],
    search_queries: [],
    mentions: [],
    undecided: [],
    latency_ms: null,
    cost_micros: 0,
    error,
  }
}

const storableSource = <S extends { url: string; title: string | null }>(source: S): S => ({
  ...source,
  url: storable(source.url),
  title: source.title === null ? null : storable(source.title),
})

function answerOf({ detector }: Scanning, cell: Cell, { outcome, latency_ms }: Asked): NewAnswer {
  if (!outcome.ok) return { ...emptyAnswer(cell, 'error', outcome.code), latency_ms }
  const { usage: _usage, no_answer, ...answer } = outcome.value
  const text = storable(answer.text)
  return {
    ...cell,
    ...answer,
    text,
    citations: answer.citations.map(storableSource),
    retrieved: answer.retrieved.map(storableSource),
    search_queries: answer.search_queries.map(storable),
    id: newId('ans'),
    status: no_answer ? 'no_answer' : 'ok',
    ...(no_answer ? { mentions: [], undecided: [] } : detector.read(text)),
    latency_ms,
    error: null,
  }
}

/** At most a few reports a second: progress is for eyes. */
function progressOf(ctx: RunContext, before: number, total: number) {
  let done = before
  let reported = Number.NEGATIVE_INFINITY
  return (more: number, note: string | null): Progress | undefined => {
    done += more
    const now = ctx.app.clock.monotonic()
    if (done < total && now - reported < REPORT_EVERY_MS) return undefined
    reported = now
    return { done, total, note }
  }
}
