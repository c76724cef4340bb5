import { z } from 'zod'
import { fail } from '../src/kernel/errors.ts'
import { operation, reply, type Surface, surface } from '../src/kernel/operation.ts'
import { type Agent, RunFailed } from '../src/runs/agent.ts'
import { startRun } from '../src/runs/start.ts'
import { sql } from '../src/store/sql.ts'

/** A surface for tests only: one operation for each way that the platform treats them differently. */

const common = { hold: null, rate: null, idempotent: false, live: true, errors: {} } as const
const Echo = z.object({ text: z.string() })

const read = operation({
  ...common,
  id: 'probe.read',
  route: 'GET /probe/read',
  summary: 'Answers what it was asked',
  description: 'Neither metered nor limited.',
  scope: 'any',
  meter: 'none',
  input: z.object({ text: z.string().max(100).default('hello') }),
  output: { 200: Echo },
  example: { input: { text: 'hello' }, output: { text: 'hello' } },
  handle: async (_ctx, input) => reply.ok({ text: input.text }),
})

const act = operation({
  ...common,
  id: 'probe.act',
  route: 'POST /probe/act',
  summary: 'Leaves a row behind',
  description: 'Metered and idempotent: what the platform promises about effects can be counted here.',
  scope: 'aeo:read',
  meter: 'action',
  idempotent: true,
  input: z.object({
    text: z.string().max(1_000),
    crash: z.enum(['refused', 'before', 'inside', 'after']).optional(),
  }),
  output: { 201: z.object({ id: z.string(), text: z.string() }) },
  example: { input: { text: 'hello' }, output: { id: '1', text: 'hello' } },
  async handle(ctx, input) {
    if (input.crash === 'refused') throw fail('validation_failed', 'text: is not what is stored')
    if (input.crash === 'before') throw new Error('a fault of ours')
    const done = await ctx.commit(async (tx) => {
      const row = await tx.row<{ id: number }>(sql`
        insert into probe_effects (tenant_id, text) values (${ctx.principal.tenant_id}, ${input.text}) returning id`)
      if (input.crash === 'inside') throw new Error('a fault of ours, in the transaction')
      return reply.created({ id: String(row?.id), text: input.text })
    })
    if (input.crash === 'after') throw new Error('a fault of ours, after the commit')
    return done
  },
})

const limited = operation({
  ...common,
  id: 'probe.limited',
  route: 'GET /probe/limited',
  summary: 'In a rate-limited group',
  description: 'Not metered, so that only the limiter speaks.',
  scope: 'any',
  meter: 'none',
  rate: 'contacts',
  input: z.object({}),
  output: { 200: z.object({}) },
  example: { input: {}, output: {} },
  handle: async () => reply.ok({}),
})

const work = operation({
  ...common,
  id: 'probe.work',
  route: 'POST /probe/work',
  summary: 'Starts a run',
  description: 'Holds a dollar, and settles what the run says it spent.',
  scope: 'aeo:scan',
  meter: 'agent_run',
  hold: (input) => input.hold_micros,
  idempotent: true,
  input: z.object({
    steps: z.int().min(0).max(10_000).default(1),
    step_cost_micros: z.int().min(0).default(1_000),
    hold_micros: z.int().min(1).default(1_000_000),
    fail: z.boolean().default(false),
    wait: z.boolean().default(false).describe('Runs until it is cancelled.'),
  }),
  output: { 202: z.object({ run_id: z.string(), status: z.string() }) },
  example: { input: { steps: 1 }, output: { run_id: 'run_0', status: 'queued' } },
  handle: (ctx, input) =>
    ctx.commit(async (tx) => {
      const run = await startRun(tx, ctx, { kind: 'agent', agent_name: 'probe', input })
      return reply.accepted({ run_id: run.id, status: run.status })
    }),
})

const flow = operation({
  ...common,
  id: 'probe.flow',
  route: 'POST /probe/flow',
  summary: 'Metered as a workflow run',
  description: 'Does nothing else.',
  scope: 'workflows:run',
  meter: 'workflow_run',
  input: z.object({}),
  output: { 200: z.object({}) },
  example: { input: {}, output: {} },
  handle: async () => reply.ok({}),
})

const unwired = operation({
  ...common,
  id: 'probe.unwired',
  route: 'POST /probe/unwired',
  summary: 'Documented and partly not built',
  description: 'mode "later" answers 501 to any valid key.',
  scope: 'onpage:write',
  meter: 'action',
  live: (raw) => (raw.mode === 'later' ? { code: 'deploy_mode_not_wired', message: 'Not wired yet.' } : null),
  input: z.object({ mode: z.enum(['now', 'later']) }),
  output: { 200: z.object({ mode: z.string() }) },
  example: { input: { mode: 'now' }, output: { mode: 'now' } },
  async handle(_ctx, input) {
    if (input.mode === 'later') throw fail('server_error', 'the gate let it through')
    return reply.ok({ mode: input.mode })
  },
})

export const probe: Surface = surface({
  name: 'probe',
  description: 'For tests.',
  operations: [read, act, limited, work, flow, unwired],
})

export const PROBE_TABLE = `create table if not exists probe_effects (
  id bigint generated always as identity primary key, tenant_id text not null, text text not null);
  create table if not exists probe_steps (tenant_id text not null, run_id text not null, step integer not null,
  primary key (tenant_id, run_id, step))`

type Work = { steps: number; step_cost_micros: number; fail: boolean; wait: boolean }

/** Takes its steps one by one, keeping each; after a crash it goes on behind the last one kept. */
export const probeAgent: Agent = {
  name: 'probe',
  async run(ctx, input) {
    const { steps, step_cost_micros, fail: fails, wait } = input as Work
    const kept = await ctx.db.rows<{ step: number }>(sql`
      select step from probe_steps where tenant_id = ${ctx.tenant_id} and run_id = ${ctx.run_id}`)
    for (let step = kept.length; step < steps; step++) {
      ctx.signal.throwIfAborted()
      await ctx.step(step_cost_micros, (tx) =>
        tx.run(
          sql`insert into probe_steps (tenant_id, run_id, step) values (${ctx.tenant_id}, ${ctx.run_id}, ${step})`,
        ),
      )
      await ctx.report({ done: step + 1, total: steps, note: null })
    }
    // It may have been told to stop already, and then no event follows.
    ctx.signal.throwIfAborted()
    if (wait)
      await new Promise((_, reject) =>
        ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason), { once: true }),
      )
    if (fails) throw new RunFailed('The probe was asked to fail.')
    return { attempts: ctx.attempt, steps }
  },
}
