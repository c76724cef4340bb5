import { z } from 'zod'
import { PLATFORMS, type Platform } from '../../providers/contract.ts'
import { mostMicros } from '../../providers/engines/answer-prices.ts'
import type { Link } from './declare.ts'

export const MOST_QUERIES = 10

type Scan = {
  brand: string
  queries: string[]
  platforms?: Platform[]
  competitors?: string[]
  domains?: string[]
}

/** What chains use of a scan's output; the rest of it is handed on as it is. */
const Seen = z.object({
  gaps: z.array(
    z.object({
      kind: z.string(),
      query: z.string().optional(),
      platform: z.string().optional(),
      competitors: z.array(z.string()),
    }),
  ),
})

/** The most that the scan of these questions can cost. */
export const scanCeiling = ({
  queries,
  platforms,
}: {
  queries: string[]
  platforms?: Platform[] | undefined
}) => mostMicros({ queries, platforms: platforms ?? PLATFORMS, repeats: 1 })

/**
 * The scanner is another surface's agent, so it is reached by its name. Whatever the chain asks, the scan never
 * spends more than its own ceiling, of which this is the one for the largest scan that a chain may ask for.
 */
export const scanner: Link<Scan, z.output<typeof Seen>> = {
  name: 'aeo-scanner',
  example: { brand: '', queries: [] },
  read: (output) => Seen.parse(output),
  ceiling: () => scanCeiling({ queries: Array(MOST_QUERIES).fill('') }),
}
