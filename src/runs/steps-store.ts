import type { Queryable, Tx } from '../kernel/context.ts'
import { sql } from '../store/sql.ts'

export type StepKey = { tenant_id: string; run_id: string; step: string }

export function findStep<T>(db: Queryable, key: StepKey): Promise<{ output: T } | null> {
  return db.row(sql`
    select output from run_steps
    where tenant_id = ${key.tenant_id} and run_id = ${key.run_id} and step = ${key.step}`)
}

/** Steps are kept to go on behind them; a run that ended a day ago goes nowhere any more. */
export function dropOldSteps(db: Queryable): Promise<number> {
  return db.run(sql`
    delete from run_steps s using runs r
    where r.tenant_id = s.tenant_id and r.id = s.run_id and r.completed_at < herald_now() - interval '1 day'`)
}

/** A second insert fails, and with it the transaction that would have paid again. */
export async function insertStep(tx: Tx, key: StepKey, output: unknown, costMicros: number): Promise<void> {
  await tx.run(sql`
    insert into run_steps (tenant_id, run_id, step, output, cost_micros)
    values (${key.tenant_id}, ${key.run_id}, ${key.step}, ${JSON.stringify(output)}::jsonb, ${costMicros})`)
}
