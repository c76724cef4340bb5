import type { Queryable, Tx } from '../../kernel/context.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { sql } from '../../store/sql.ts'
import { DETECTOR_VERSION, type Mention, type Undecided } from './detect/detector.ts'
import type { AnswerStatus, Citation, DetectedAnswer, StoredAnswer } from './stats/index.ts'
import type { ScanKey, ScanRow } from './store.ts'

/** One question to one platform, by its place in the scan. */
export type Cell = { platform: string; query_index: number; repeat: number }

export type NewAnswer = Cell & {
  id: string
  status: AnswerStatus
  requested_model: string | null
  served_model: string | null
  searched: boolean
  text: string
  citations: readonly Citation[]
  retrieved: readonly { url: string; domain: string; title: string | null }[]
  search_queries: readonly string[]
  mentions: readonly Mention[]
  undecided: readonly Undecided[]
  latency_ms: number | null
  cost_micros: number
  error: string | null
}

type AnswerRow = NewAnswer & { detector_version: string; created_at: string }

/** What platforms write may hold what the database cannot: NUL and half surrogate pairs. */
export function storable(text: string): string {
  return text.includes('\0') || !text.isWellFormed() ? text.replaceAll('\0', '').toWellFormed() : text
}

/** One statement for the batch, sent as bytes: megabytes of text are cheaper so. An answer that is there already stays. */
export async function insertAnswers(tx: Tx, scan: ScanKey, answers: readonly NewAnswer[]): Promise<void> {
  await tx.run(sql`
    insert into aeo_answers (tenant_id, scan_id, platform, query_index, repeat, id, status, requested_model,
      served_model, searched, text, citations, retrieved, search_queries, mentions, undecided, detector_version,
      latency_ms, cost_micros, error)
    select ${scan.tenant_id}, ${scan.id}, a.platform, a.query_index, a.repeat, a.id, a.status, a.requested_model,
      a.served_model, a.searched, a.text, a.citations, a.retrieved, a.search_queries, a.mentions,
      a.undecided, ${DETECTOR_VERSION}, a.latency_ms, a.cost_micros, a.error
    from json_to_recordset(${Buffer.from(JSON.stringify(answers))}::json) as a(platform text, query_index int, repeat int, id text,
      status text, requested_model text, served_model text, searched boolean, text text, citations jsonb,
      retrieved jsonb, search_queries jsonb, mentions jsonb, undecided jsonb, latency_ms int, cost_micros bigint, error text)
    on conflict do nothing`)
}

/** What was asked already, with what it cost: a scan that is taken up again goes on from here. */
export function answeredCells(
  db: Queryable,
  scan: ScanKey,
): Promise<(Cell & { status: AnswerStatus; error: string | null; cost_micros: number })[]> {
  return db.rows(sql`
    select platform, query_index, repeat, status, error, cost_micros from aeo_answers
    where tenant_id = ${scan.tenant_id} and scan_id = ${scan.id}`)
}

/** All of a scan's answers, in the order in which platforms, questions and repeats were planned. */
export async function loadAnswers(db: Queryable, scan: ScanRow): Promise<(StoredAnswer | DetectedAnswer)[]> {
  const rows = await db.rows<AnswerRow>(sql`
    select platform, query_index, repeat, id, status, requested_model, served_model, searched, text, citations,
      retrieved, search_queries, mentions, undecided, detector_version, latency_ms, cost_micros, error, created_at
    from aeo_answers where tenant_id = ${scan.tenant_id} and scan_id = ${scan.id}
    order by query_index, repeat, platform`)
  return rows.map((row) => toAnswer(row, scan.queries))
}

/** The same without texts, unless mentions have to be found again in them: many scans at once then fit. */
export async function loadOutcomes(db: Queryable, scan: ScanRow): Promise<(StoredAnswer | DetectedAnswer)[]> {
  const rows = await db.rows<AnswerRow>(sql`
    select platform, query_index, repeat, id, status, requested_model, served_model, searched,
      case when detector_version = ${DETECTOR_VERSION} then '' else text end as text, citations,
      '[]'::jsonb as retrieved, '[]'::jsonb as search_queries, mentions, undecided, detector_version, latency_ms,
      cost_micros, error, created_at
    from aeo_answers where tenant_id = ${scan.tenant_id} and scan_id = ${scan.id}
    order by query_index, repeat, platform`)
  return rows.map((row) => toAnswer(row, scan.queries))
}

export type ExportedAnswer = StoredAnswer &
  Pick<AnswerRow, 'mentions' | 'undecided' | 'retrieved' | 'created_at'>

/** Ids are time-ordered, so a page is a stretch of the order in which answers came. */
export async function pageOfAnswers(
  db: Queryable,
  scan: ScanRow,
  filter: { platform: string | null; status: string | null },
  afterId: string | null,
  limit: number,
): Promise<ExportedAnswer[]> {
  const rows = await db.rows<AnswerRow>(sql`
    select platform, query_index, repeat, id, status, requested_model, served_model, searched, text, citations,
      retrieved, search_queries, mentions, undecided, detector_version, latency_ms, cost_micros, error, created_at
    from aeo_answers
    where tenant_id = ${scan.tenant_id} and scan_id = ${scan.id} and (${afterId}::text is null or id > ${afterId})
      and (${filter.platform}::text is null or platform = ${filter.platform})
      and (${filter.status}::text is null or status = ${filter.status})
    order by id limit ${limit + 1}`)
  return rows.map((row) => ({
    ...toAnswer(row, scan.queries),
    mentions: row.mentions,
    undecided: row.undecided,
    retrieved: row.retrieved,
    created_at: row.created_at,
  }))
}

const byPlan = (a: Cell, b: Cell) =>
  a.query_index - b.query_index || a.repeat - b.repeat || (a.platform < b.platform ? -1 : 1)

/** Answers that have just been stored, as loadAnswers would read them. */
export function asLoaded(answers: readonly NewAnswer[], scan: ScanRow): DetectedAnswer[] {
  const row = { detector_version: DETECTOR_VERSION, created_at: '' }
  return answers.toSorted(byPlan).map((answer) => ({
    ...toAnswer({ ...answer, ...row }, scan.queries),
    mentions: [...answer.mentions],
    undecided: [...answer.undecided],
  }))
}

/** Mentions of an older detector are left behind: whoever counts finds them again with the newer one. */
function toAnswer(row: AnswerRow, queries: readonly string[]): StoredAnswer | DetectedAnswer {
  const answer: StoredAnswer = {
    id: row.id,
    platform: row.platform,
    query: queries[row.query_index] ?? '',
    repeat: row.repeat,
    status: row.status,
    requested_model: row.requested_model,
    served_model: row.served_model,
    searched: row.searched,
    text: row.text,
    citations: row.citations,
    retrieved: row.retrieved,
    search_queries: row.search_queries,
    latency_ms: row.latency_ms,
    cost_usd: microsToUsd(row.cost_micros),
    ...(row.error === null ? {} : { error: row.error }),
  }
  return row.detector_version === DETECTOR_VERSION
    ? { ...answer, mentions: [...row.mentions], undecided: [...row.undecided] }
    : answer
}
