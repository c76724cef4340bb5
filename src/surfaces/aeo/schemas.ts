import { z } from 'zod'
import { PlatformName } from './scan-input.ts'
import type { ScanRow } from './store.ts'

const Interval = z.tuple([z.number(), z.number()])
const Grade = z
  .enum(['exploratory', 'directional', 'decision'])
  .describe('How far the number carries: 50 queries and a narrow market interval make a decision.')

export const Rate = z
  .object({
    point: z.number().nullable().describe('numerator / denominator; null when nothing came back.'),
    numerator: z.number(),
    denominator: z.number(),
    ci_panel: Interval.nullable().describe('95 % interval for these very questions.'),
    ci_market: Interval.nullable().describe('95 % interval for buyers’ questions in general.'),
    grade: Grade,
  })
  .meta({ id: 'Rate' })

const metrics = {
  visibility: Rate.describe('Answers that name the brand / answers that came back.'),
  citation_rate: Rate.describe('Answers that link to an own domain / answers that came back.'),
  share_of_voice: z
    .number()
    .nullable()
    .describe('Own mentions / mentions of all tracked brands, on queries that do not name the brand.'),
  avg_position: z.number().nullable(),
  first_mention_rate: z.number().nullable(),
  ghost_rate: z.number().nullable().describe('Cited but not named / cited.'),
  prominence: z.number().nullable(),
  sentiment: z.object({ positive: z.int(), neutral: z.int(), negative: z.int(), n: z.int() }),
  undecided: z
    .object({
      brand: z.int(),
      competitors: z.int(),
      answers: z
        .int()
        .describe('Answers that would name the brand as well if all of its undecided places did.'),
    })
    .describe('Places where an ordinary word stands like a tracked name and nothing around it decides.'),
  outcomes: z.object({
    named_and_cited: z.int(),
    named_only: z.int(),
    cited_only: z.int(),
    neither: z.int(),
  }),
  intervals: z.object({
    share_of_voice: Rate.nullable(),
    first_mention_rate: Rate,
    ghost_rate: Rate,
  }),
}

const counts = {
  answers: z
    .object({ ok: z.int(), no_answer: z.int(), error: z.int(), unavailable: z.int() })
    .describe('What came of the questions: nothing to say, down and not configured are three things.'),
}
export const Intent = z.enum(['informational', 'commercial', 'transactional', 'navigational', 'local'])
const SourceKind = z.enum(['own', 'competitor', 'editorial', 'ugc', 'reference', 'institutional', 'other'])

export const Summary = z.object(metrics).meta({ id: 'VisibilityMetrics' })
export const ByPlatform = z.object({ platform: z.string(), ...metrics, ...counts })
export const ByQuery = z.object({
  query: z.string(),
  query_class: z.enum(['branded', 'non_brand']),
  intent: Intent,
  ...metrics,
  ...counts,
})
export const CompetitorShare = z.object({
  name: z.string(),
  mentions: z.int(),
  share: z.number().nullable(),
})
export const SourceRow = z.object({
  domain: z.string(),
  type: SourceKind,
  retrieved: z.int(),
  cited: z.int(),
})

export const Opportunity = z.object({
  score: z.number().describe('ln(competitors + 1) × miss rate × citations × severity of the fix.'),
  version: z.string(),
  inputs: z.object({
    competitors: z.int(),
    miss_rate: z.number(),
    citations: z.int(),
    fix: z.enum(['create', 'add_schema', 'expand', 'refresh']),
    severity: z.number(),
  }),
})
const gapCounts = {
  competitors: z.array(z.string()),
  answers: z.int(),
  competitor_answers: z.int(),
  scans: z.int().describe('Scans in a row that show it, this one included.'),
  persistent: z.boolean().describe('Three scans in a row or more.'),
  opportunity: Opportunity,
}
export const PromptGap = z.object({
  kind: z.enum(['mention', 'citation']),
  query: z.string(),
  platform: z.string(),
  ...gapCounts,
})
export const SourceGap = z.object({
  kind: z.literal('source'),
  domain: z.string(),
  type: SourceKind,
  ...gapCounts,
})
export const Gap = z.union([PromptGap, SourceGap]).meta({ id: 'AeoGap' })

export const Fix = z.object({
  url: z
    .string()
    .nullable()
    .describe('Where it belongs: the page given, an own page that engines met, or the address of a new one.'),
  new_page: z
    .boolean()
    .describe('True when no own page was met for the question, so that one has to be made.'),
  type: z.enum(['title', 'meta_description', 'jsonld', 'canonical', 'llms_txt']),
  value: z.string().describe('Ready for POST /onpage/apply.'),
  why: z.string(),
  gap: Gap.nullable().describe('The gap that it should close, with the inputs of its score.'),
})

export const Blindspot = z.object({
  platform: z.string(),
  intent: Intent,
  n: z.int(),
  visibility: z.number(),
  ci_panel: Interval,
})

export const Coverage = z.object({
  requested: z.array(z.string()),
  succeeded: z.array(z.string()),
  failed: z.array(z.object({ platform: z.string(), reason: z.string() })),
  partial: z
    .array(z.object({ platform: z.string(), answered: z.int(), failed: z.int(), reason: z.string() }))
    .describe('Platforms that answered some questions and failed at others.'),
  citation_gaps: z
    .object({ checked: z.array(z.string()), not_checked: z.array(z.string()) })
    .describe('Competitors whose citations can be told, and those without a domain, whose cannot.'),
})
export const Warnings = z
  .array(z.string())
  .describe('What this result could not check, and how to change that.')

export const Methodology = z.object({
  version: z.string(),
  detector_version: z.string(),
  repeats: z.int(),
  surface: z.literal('api'),
  web_search: z.boolean(),
  location: z
    .object({ country: z.string().optional(), region: z.string().optional(), city: z.string().optional() })
    .nullable(),
  language: z.string().nullable(),
})

export const Answer = z
  .object({
    id: z.string(),
    platform: z.string(),
    query: z.string(),
    repeat: z.int(),
    status: z.enum(['ok', 'no_answer', 'error', 'unavailable']),
    requested_model: z.string().nullable(),
    served_model: z.string().nullable(),
    searched: z.boolean(),
    text: z.string(),
    mentions: z
      .array(
        z.object({
          entity: z.string(),
          start: z.int().describe('In code points of the text.'),
          end: z.int(),
          alias: z.string(),
          position: z.int(),
          sentiment: z.enum(['positive', 'neutral', 'negative']),
        }),
      )
      .readonly(),
    undecided: z
      .array(z.object({ entity: z.string(), start: z.int(), end: z.int() }))
      .readonly()
      .describe('Places that may mean a tracked name, and are not counted as mentions.'),
    citations: z
      .array(
        z.object({
          url: z.string(),
          domain: z.string(),
          title: z.string().nullable(),
          position: z.int(),
        }),
      )
      .readonly(),
    retrieved: z
      .array(z.object({ url: z.string(), domain: z.string(), title: z.string().nullable() }))
      .readonly()
      .describe('What the engine looked at, cited or not.'),
    search_queries: z.array(z.string()).readonly(),
    latency_ms: z.int().nullable(),
    cost_usd: z.number().nullable(),
    error: z.string().optional(),
    created_at: z.string(),
  })
  .meta({ id: 'AeoAnswer' })

export const ScanRef = z
  .object({
    id: z.string().describe('Also the id of its run.'),
    brand: z.string(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    simulated: z.boolean().describe('True when the answers came from the sandbox.'),
    platforms: z.array(PlatformName),
    query_count: z.int(),
    repeats: z.int(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    error_message: z.string().optional(),
  })
  .meta({ id: 'AeoScan' })

export function presentScan(scan: ScanRow): z.infer<typeof ScanRef> {
  return {
    id: scan.id,
    brand: scan.brand.name,
    status: scan.status,
    simulated: scan.simulated,
    platforms: scan.platforms,
    query_count: scan.queries.length,
    repeats: scan.repeats,
    created_at: scan.created_at,
    completed_at: scan.completed_at,
    ...(scan.error_message === null ? {} : { error_message: scan.error_message }),
  }
}
