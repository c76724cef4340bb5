import { z } from 'zod'
import { DEFAULT_PLANS, type Plans, TIERS, Tier } from './kernel/plans.ts'
import { parseKeys, type VaultKey } from './kernel/vault.ts'

/** How settings are read: each takes the text of a variable, or its absence, and says what is wrong with it. */

export const text = (fallback: string) => z.string().min(1).default(fallback)
export const optional = z.string().min(1).nullable().default(null) as unknown as z.ZodType<
  string | null,
  string | undefined
>
export const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().min(min).max(max))
export const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')

/** As OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export const headers = z
  .string()
  .default('')
  .transform((given, ctx): Record<string, string> => {
    const pairs = given.split(',').filter((part) => part.trim() !== '')
    const read = pairs.map((part) => /^\s*([\w-]+)=([\x20-\x7e]*)$/.exec(part))
    if (read.some((found) => found === null || /%(?![0-9a-f]{2})/i.test(found[0])))
      ctx.addIssue('must be name=value, comma-separated')
    else
      return Object.fromEntries(
        read.map((found) => [found?.[1], decodeURIComponent(found?.[2] ?? '').trim()]),
      )
    return z.NEVER
  })

export const keysFromText = z
  .string()
  .optional()
  .transform((given, ctx): VaultKey[] | null => {
    if (given === undefined) return null
    const keys = parseKeys(given)
    if (keys !== null) return keys
    ctx.addIssue('must be 32 bytes in base64 or hex; to rotate, 2:<new key>,1:<old key>')
    return z.NEVER
  })

export const secondsList = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((given, ctx): number[] => {
      const seconds = given.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
      if (seconds.every((value) => value > 0 && value <= 604_800)) return seconds
      ctx.addIssue('must be seconds, comma-separated, each of them more than 0 and at most a week')
      return z.NEVER
    })

export const plansFromJson = z
  .string()
  .default('{}')
  .transform((json, ctx): Plans => {
    try {
      const given = Overrides.parse(JSON.parse(json))
      const tiers = TIERS.map((tier) => [tier, { ...DEFAULT_PLANS[tier], ...given[tier] }])
      return Object.fromEntries(tiers) as Plans
    } catch {
      ctx.addIssue('must be JSON such as {"free": {"actions": 2000}}')
      return z.NEVER
    }
  })

const Overrides = z.partialRecord(
  Tier,
  z.strictObject({
    actions: z.int().min(0).optional(),
    agent_runs: z.int().min(0).optional(),
    workflow_runs: z.int().min(0).optional(),
    spend_cap_micros: z.int().min(0).optional(),
    requests_per_minute: z.int().min(0).max(100_000).optional(),
  }),
)

/** Comma-separated; nothing is an empty list. */
export const list = z
  .string()
  .default('')
  .transform((given) =>
    given
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** A number of hops, or the addresses of proxies: trusting whatever a header says would let anyone be anyone. */
export const proxies = list.transform((parts): number | string[] =>
  parts.length === 1 && /^\d+$/.test(parts[0] as string) ? Number(parts[0]) : parts.length === 0 ? 0 : parts,
)
