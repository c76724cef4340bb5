import type { Tx } from '../../kernel/context.ts'
import { sql } from '../../store/sql.ts'

/** False when the day is full. Rolls back with the sign-up, so that a refused one does not count. */
export async function takeSignupOfTheDay(tx: Tx, perDay: number): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into signup_days as d (day, signups)
    select (herald_now() at time zone 'UTC')::date, 1 where ${perDay}::int > 0
    on conflict (day) do update set signups = d.signups + 1 where d.signups < ${perDay}::int`)
  return taken > 0
}

export async function secondsToMidnight(tx: Tx): Promise<number> {
  const row = await tx.row<{ seconds: number }>(sql`
    select ceil(extract(epoch from date_trunc('day', t) + interval '1 day' - t))::int as seconds
    from (select herald_now() at time zone 'UTC' as t) as clock`)
  return row?.seconds ?? 86_400
}
