import { z } from 'zod'
import { SCOPES } from '../kernel/scopes.ts'
import type { KeyRow } from './store.ts'

export const ScopeName = z.enum(['*', ...SCOPES])
export const KeyName = z.string().trim().min(1).max(100)

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    key_prefix: z.string().describe('The beginning of the key: all of it that is ever shown again.'),
    kind: z.enum(['live', 'test', 'session']),
    mode: z
      .enum(['live', 'test'])
      .describe('test keys reach the sandbox only and have a meter of their own.'),
    scopes: z.array(z.string()),
    created_at: z.string(),
    expires_at: z.string().nullable().describe('Only session keys expire.'),
  })
  .meta({ id: 'ApiKey' })

export const MintedKey = ApiKey.extend({
  api_key: z.string().nullable().describe('The raw key, shown exactly once; null in an idempotent replay.'),
  warning: z.string(),
}).meta({ id: 'MintedKey' })

export function presentKey({ revoked_at: _, ...row }: KeyRow): z.infer<typeof ApiKey> {
  return row
}

export const keyExample = {
  id: 'key_019a84d2c3f17c25b8d2e4f60718293a',
  name: 'reporting',
  key_prefix: 'hk_live_4fJ0bQ',
  kind: 'live',
  mode: 'live',
  scopes: ['usage:read'],
  created_at: '2026-11-01T09:30:00.000Z',
  expires_at: null,
} as const
