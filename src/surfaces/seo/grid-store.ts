import type { Mode } from '../../kernel/api-key.ts'
import type { Queryable } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'
import type { Point } from './grid-rules.ts'
import type { GridInput } from './grid-schemas.ts'

export type GridStatus = 'queued' | 'running' | 'completed' | 'failed'

export type GridRow = {
  id: string
  mode: Mode
  input: GridInput
  status: GridStatus
  points: Point[]
  cost_micros: number
  usage_event_id: string
  provider: string
  simulated: boolean
  error_message: string | null
  created_at: string
  completed_at: string | null
}

export type NewGrid = Omit<GridRow, 'created_at' | 'completed_at' | 'error_message'>

export async function insertGrid(db: Queryable, tenantId: string, grid: NewGrid): Promise<GridRow> {
  const row = await db.row<GridRow>(sql`
    insert into local_grids (tenant_id, id, mode, input, status, points, cost_micros, usage_event_id, provider, simulated,
      completed_at)
    values (${tenantId}, ${grid.id}, ${grid.mode}, ${JSON.stringify(grid.input)}::jsonb, ${grid.status},
      ${JSON.stringify(grid.points)}::jsonb, ${grid.cost_micros}, ${grid.usage_event_id}::uuid, ${grid.provider},
      ${grid.simulated}, case when ${grid.status} = 'completed' then herald_now() end)
    returning id, mode, input, status, points, cost_micros, usage_event_id, provider, simulated, error_message,
      created_at, completed_at`)
  if (row === null) throw new Error('the grid came back empty')
  return row
}

export function findGrid(db: Queryable, tenantId: string, mode: Mode, id: string): Promise<GridRow | null> {
  return db.row(sql`
    select id, mode, input, status, points, cost_micros, usage_event_id, provider, simulated, error_message,
      created_at, completed_at
    from local_grids where tenant_id = ${tenantId} and mode = ${mode} and id = ${id}`)
}

/** What was measured so far, kept as it comes: a worker that dies does not pay for these points again. */
export async function saveProgress(
  db: Queryable,
  tenantId: string,
  grid: { id: string; points: readonly Point[]; cost_micros: number },
): Promise<void> {
  await db.run(sql`
    update local_grids set status = 'running', points = ${JSON.stringify(grid.points)}::jsonb,
      cost_micros = ${grid.cost_micros}
    where tenant_id = ${tenantId} and id = ${grid.id} and status in ('queued', 'running')`)
}

export async function endGrid(
  db: Queryable,
  tenantId: string,
  grid: { id: string; status: 'completed' | 'failed'; error_message: string | null },
): Promise<boolean> {
  const ended = await db.run(sql`
    update local_grids set status = ${grid.status}, error_message = ${grid.error_message}, completed_at = herald_now()
    where tenant_id = ${tenantId} and id = ${grid.id} and status in ('queued', 'running')`)
  return ended > 0
}
