/** The service with an agent that holds its run until the test lets that attempt go, whatever it is told meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Agent } from '../src/runs/agent.ts'
import { start } from '../src/start.ts'
import { sql } from '../src/store/sql.ts'
import { PROBE_TABLE, probe } from './probe.ts'

const held: Agent = {
  name: 'probe',
  async run({ db, attempt, report, step }) {
    await report({ done: attempt, total: 2, note: null })
    while ((await db.row(sql`select 1 as open from probe_gates where attempt = ${attempt}`)) === null) {
      await pause(10)
    }
    await db.run(sql`update probe_gates set passed = true where attempt = ${attempt}`)
    await step(1_000, async () => {})
    return { attempts: attempt }
  },
}

const GATES = 'create table if not exists probe_gates (attempt integer primary key, passed boolean not null)'

await start({
  surfaces: [probe],
  agents: [held],
  prepare: (db) => db.script(`${PROBE_TABLE}; ${GATES}`),
})
