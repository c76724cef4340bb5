import type { Db } from '../src/store/db.ts'

/** Sets the database's clock ahead, which leases and claims go by. A test lets them lapse without waiting. */
export function setAhead(db: Pick<Db, 'script'>, seconds: number): Promise<void> {
  return db.script(
    `create or replace function herald_now() returns timestamptz language sql volatile
      as 'select clock_timestamp() + interval ''${seconds} seconds'''`,
  )
}
