import type { Mode } from '../kernel/api-key.ts'
import type { Queryable, Tx } from '../kernel/context.ts'
import type { Position } from '../kernel/cursor.ts'
import { sql } from '../store/sql.ts'

export type RunStatus = 'queued' | 'running' | 'completed' | 'failed'
export type Progress = { done: number; total: number; note: string | null }

export type RunRow = {
  tenant_id: string
  id: string
  mode: Mode
  kind: 'agent' | 'workflow'
  agent_name: string
  status: RunStatus
  input: unknown
  output: Record<string, unknown> | null
  error_message: string | null
  progress: Progress
  cost_micros: number
  cancel_requested: boolean
  usage_event_id: string
  /** Grows with every change of status or progress. */
  revision: number
  created_at: string
  started_at: string | null
  completed_at: string | null
}

/** With `by` it is a caller's look-up: a test key finds test runs only. Without, it is the worker's own. */
export type RunKey = { tenant_id: string; id: string; by?: Mode }

export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, 'tenant_id' | 'id' | 'mode' | 'kind' | 'agent_name' | 'input' | 'usage_event_id'>,
): Promise<RunRow> {
  const row = await tx.row<RunRow>(sql`
    insert into runs (tenant_id, id, mode, kind, agent_name, status, input, usage_event_id)
    values (${run.tenant_id}, ${run.id}, ${run.mode}, ${run.kind}, ${run.agent_name}, 'queued',
      ${JSON.stringify(run.input)}::jsonb, ${run.usage_event_id}::uuid)
    returning *`)
  if (row === null) throw new Error('an inserted run came back empty')
  return row
}

export function findRun(db: Queryable, key: RunKey): Promise<RunRow | null> {
  return db.row(sql`
    select * from runs where tenant_id = ${key.tenant_id} and id = ${key.id}
      and (${key.by ?? 'live'} = 'live' or mode = 'test')`)
}

export type RunFilter = { by: Mode; status: RunStatus | null; agent_name: string | null }

/** Without outputs: a list is for finding a run, and outputs can be large. */
export function listRuns(
  db: Queryable,
  tenantId: string,
  filter: RunFilter,
  after: Position | null,
  limit: number,
): Promise<RunRow[]> {
  return db.rows(sql`
    select tenant_id, id, mode, kind, agent_name, status, error_message, progress, cost_micros, created_at, started_at,
      completed_at, null as output
    from runs
    where tenant_id = ${tenantId} and (${filter.by} = 'live' or mode = 'test')
      and (${filter.status}::text is null or status = ${filter.status})
      and (${filter.agent_name}::text is null or agent_name = ${filter.agent_name})
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, id) < (${after?.created_at ?? null}::timestamptz, ${after?.id ?? null}::text))
    order by created_at desc, id desc limit ${limit + 1}`)
}

/** Null when the run has ended: there is nothing left to do. A run that a dead worker left is taken up again. */
export function beginRun(db: Queryable, key: RunKey): Promise<RunRow | null> {
  return db.row(sql`
    update runs set status = 'running', started_at = coalesce(started_at, herald_now())
    where tenant_id = ${key.tenant_id} and id = ${key.id} and status in ('queued', 'running') returning *`)
}

/** An output can be megabytes: as bytes it goes to the database as it is, as a string it is measured letter by letter. */
const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Comes back without what was just written: it is at hand, and large. */
export async function completeRun(tx: Tx, key: RunKey, output: unknown): Promise<RunRow | null> {
  return tx.row(sql`
    update runs set status = 'completed', output = ${asBytes(output)}::json, completed_at = herald_now()
    where tenant_id = ${key.tenant_id} and id = ${key.id} and status = 'running'
    returning tenant_id, id, mode, kind, agent_name, status, null as input, null as output, error_message, progress,
      cost_micros, cancel_requested, usage_event_id, revision, created_at, started_at, completed_at`)
}

export async function failRun(tx: Tx, key: RunKey, message: string): Promise<RunRow | null> {
  return tx.row(sql`
    update runs set status = 'failed', error_message = ${message}, completed_at = herald_now()
    where tenant_id = ${key.tenant_id} and id = ${key.id} and status in ('queued', 'running') returning *`)
}

/** What a step really cost, added in the transaction that keeps the step's result, so that it is paid once. */
export async function addCost(tx: Queryable, key: RunKey, micros: number): Promise<void> {
  await tx.run(sql`
    update runs set cost_micros = cost_micros + ${micros}::bigint where tenant_id = ${key.tenant_id} and id = ${key.id}`)
}

/** With what the step that got there cost: one statement, where both are known. */
export async function saveProgress(
  db: Queryable,
  key: RunKey,
  progress: Progress,
  costMicros = 0,
): Promise<void> {
  await db.run(sql`
    update runs set progress = ${JSON.stringify(progress)}::jsonb, cost_micros = cost_micros + ${costMicros}::bigint
    where tenant_id = ${key.tenant_id} and id = ${key.id} and status = 'running'`)
}

export function requestCancel(tx: Tx, key: RunKey): Promise<RunRow | null> {
  return tx.row(sql`
    update runs set cancel_requested = true
    where tenant_id = ${key.tenant_id} and id = ${key.id} and status in ('queued', 'running')
      and (${key.by ?? 'live'} = 'live' or mode = 'test') returning *`)
}
