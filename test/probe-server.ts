/** The service with the test surface and its agent, as a process that a test can kill. */
import { start } from '../src/start.ts'
import { PROBE_TABLE, probe, probeAgent } from './probe.ts'

await start({ surfaces: [probe], agents: [probeAgent], prepare: (db) => db.script(PROBE_TABLE) })
