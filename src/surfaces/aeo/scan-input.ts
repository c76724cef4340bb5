import { z } from 'zod'
import type { BrandProfile } from '../../accounts/store.ts'
import { sha256Hex } from '../../kernel/ids.ts'
import { type Location, PLATFORMS } from '../../providers/contract.ts'
import { compileDetector } from './detect/detector.ts'
import { foldText } from './detect/normalise.ts'

/** Only more questions narrow the market interval, so there may be as many as the grade decision takes. */
export const MAX_QUERIES = 500
export const MAX_REPEATS = 10
/** Questions × platforms × repeats: what one run may ask for. */
export const MAX_ANSWERS = 8_000

export const PlatformName = z.enum(PLATFORMS)

const line = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, 'must contain more than white space'))

export const BrandName = line(200)
export const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[^\s/:@.]+(\.[^\s/:@.]+)+$/, 'a domain without protocol or path, such as example.com')

/** A name that its own text does not show would be counted as never named, which says nothing about the brand. */
const canBeFound = (name: string) => compileDetector([{ name }]).contains(name).has(name)
const FindableName = line(200).refine(
  canBeFound,
  'can never be found in a text: give the name as buyers write it, with a letter or a digit, and no address or markup',
)

const names = z.array(FindableName).max(50)
const domains = z.array(DomainName).max(50)

export const Competitor = z.union([
  FindableName,
  z.strictObject({ name: FindableName, aliases: names.optional(), domains: domains.optional() }),
])

export const ScanLocation = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'a country code of two letters, such as US')
      .transform((code) => code.toUpperCase()),
    region: line(100).exactOptional(),
    city: line(100).exactOptional(),
  })
  .describe('Where the question is asked from, for the platforms that can be told.')

/** What POST /aeo/scan and the agent aeo-scanner take. */
export const ScanInput = z
  .object({
    brand: FindableName.describe('The brand to look for, as buyers write it.'),
    queries: z
      .array(line(1_000))
      .min(1)
      .max(MAX_QUERIES)
      .describe(
        'Questions as a buyer would ask them. One that is given twice, whatever its case and spacing, is asked once.',
      ),
    platforms: z.array(PlatformName).min(1).max(16).optional().describe('All eight when left out.'),
    competitors: z
      .array(Competitor)
      .max(30)
      .optional()
      .describe('Names, or objects with aliases and domains. Needed for share of voice and gaps.'),
    brand_aliases: names.optional().describe('Other names that mean the brand.'),
    domains: domains.optional().describe('Own domains: an answer that links to one of them cites the brand.'),
    repeats: z
      .int()
      .min(1)
      .max(MAX_REPEATS)
      .default(1)
      .describe('How often each question is put to each platform.'),
    location: ScanLocation.optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'a language code of two letters, such as en')
      .optional(),
  })
  .superRefine(({ queries, platforms, repeats }, ctx) => {
    const answers = distinctQueries(queries).length * new Set(platforms ?? PLATFORMS).size * repeats
    if (answers > MAX_ANSWERS)
      ctx.addIssue({
        code: 'custom',
        path: ['queries'],
        message: `${answers} answers are wanted and one scan gives at most ${MAX_ANSWERS}: take fewer questions, platforms or repeats`,
      })
  })
export type ScanInput = z.output<typeof ScanInput>

export type Named = { name: string; aliases: string[]; domains: string[] }

/** A scan with everything decided: this is stored, and this is what the numbers are about. */
export type ScanPlan = {
  brand: Named
  competitors: Named[]
  queries: string[]
  platforms: z.infer<typeof PlatformName>[]
  repeats: number
  location: Location | null
  language: string | null
}

/** A brand's name as scans are found by it. */
export const brandKey = (name: string) => foldText(name).trim()

const distinct = <T>(values: readonly T[]) => [...new Set(values)]

/** Case and spacing do not make another question; the first way of writing it is the one asked. */
function distinctQueries(queries: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const query of queries) {
    const key = query.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    if (!first.has(key)) first.set(key, query)
  }
  return [...first.values()]
}

/** The tenant's own profile speaks only for the tenant's own brand: its name or one of its aliases. */
function profileFor(
  brand: string,
  tenant: { name: string | null; brand: BrandProfile } | null,
): BrandProfile | null {
  if (tenant === null) return null
  const known = [tenant.name ?? '', ...tenant.brand.aliases].map(brandKey)
  return known.includes(brandKey(brand)) ? tenant.brand : null
}

const named = (given: z.output<typeof Competitor>): Named =>
  typeof given === 'string'
    ? { name: given, aliases: [], domains: [] }
    : { name: given.name, aliases: given.aliases ?? [], domains: given.domains ?? [] }

/** Fills what was left out from the brand profile, and drops what would be asked or counted twice. */
export function decideScan(
  input: ScanInput,
  tenant: { name: string | null; brand: BrandProfile } | null,
): ScanPlan {
  const profile = profileFor(input.brand, tenant)
  const aliases = input.brand_aliases ?? profile?.aliases ?? []
  const own = new Set([input.brand, ...aliases].map(brandKey))
  const rivals = new Map<string, Named>()
  for (const rival of (input.competitors ?? profile?.competitors ?? []).map(named)) {
    const key = brandKey(rival.name)
    if (!own.has(key) && !rivals.has(key)) rivals.set(key, rival)
  }
  return {
    brand: {
      name: input.brand,
      aliases: distinct(aliases).filter((alias) => alias !== input.brand),
      domains: distinct(input.domains ?? profile?.domains ?? []),
    },
    competitors: [...rivals.values()],
    queries: distinctQueries(input.queries),
    platforms: PLATFORMS.filter((platform) => input.platforms?.includes(platform) ?? true),
    repeats: input.repeats,
    location: input.location ?? null,
    language: input.language ?? null,
  }
}

/** Scans with the same panel asked the same questions of the same platforms, so that their gaps can be followed. */
export function panelOf(plan: Pick<ScanPlan, 'queries' | 'platforms'>): string {
  return sha256Hex(JSON.stringify([plan.queries.toSorted(), plan.platforms.toSorted()])).slice(0, 32)
}
