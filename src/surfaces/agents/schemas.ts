import { z } from 'zod'
import { microsToUsd } from '../../kernel/plans.ts'
import type { RunRow } from '../../runs/store.ts'

export const RunSummary = z
  .object({
    id: z.string(),
    agent_name: z.string(),
    kind: z.enum(['agent', 'workflow']),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    progress: z.object({ done: z.int(), total: z.int(), note: z.string().nullable() }),
    cost_usd: z.number(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    error_message: z.string().optional().describe('Present when the run failed.'),
  })
  .meta({ id: 'RunSummary' })

export const Run = RunSummary.extend({
  output: z.record(z.string(), z.unknown()).optional().describe('The full result; present once completed.'),
}).meta({ id: 'Run' })

export function summarise(run: RunRow): z.infer<typeof RunSummary> {
  const { id, agent_name, kind, status, progress, created_at, started_at, completed_at } = run
  return {
    id,
    agent_name,
    kind,
    status,
    progress,
    cost_usd: microsToUsd(run.cost_micros),
    created_at,
    started_at,
    completed_at,
    ...(run.error_message === null ? {} : { error_message: run.error_message }),
  }
}

export function present(run: RunRow): z.infer<typeof Run> {
  return { ...summarise(run), ...(run.output === null ? {} : { output: run.output }) }
}

/** A run as an event of its stream: what happened and what it looks like now. */
export function sayRun(run: RunRow): { event: string; data: unknown } {
  const ended = run.status === 'completed' || run.status === 'failed'
  return { event: ended ? run.status : 'progress', data: present(run) }
}

export const runExample = {
  id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  agent_name: 'aeo-scanner',
  kind: 'agent',
  status: 'running',
  progress: { done: 12, total: 80, note: 'perplexity' },
  cost_usd: 0.041,
  created_at: '2026-11-01T09:30:00.000Z',
  started_at: '2026-11-01T09:30:00.012Z',
  completed_at: null,
} as const
