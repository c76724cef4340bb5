export const SCHEMA_TYPES = [
  'Organization',
  'LocalBusiness',
  'FAQPage',
  'Article',
  'Product',
  'Service',
  'WebPage',
  'HowTo',
  'JobPosting',
] as const
export type SchemaType = (typeof SCHEMA_TYPES)[number]

export type Facts = Record<string, unknown>

type Rule = { required: string; recommended: string; also: string }

const COMMON = 'name url description image sameAs inLanguage keywords identifier additionalType'

/** What search engines ask for, what they like to have, and what else the type knows. */
const RULES: Record<SchemaType, Rule> = {
  Organization: {
    required: 'name url',
    recommended: 'logo description sameAs contactPoint',
    also: 'address telephone email legalName alternateName foundingDate founder numberOfEmployees areaServed slogan taxID vatID',
  },
  LocalBusiness: {
    required: 'name address',
    recommended: 'telephone url openingHours geo priceRange image description',
    also: 'openingHoursSpecification email areaServed alternateName logo paymentAccepted currenciesAccepted hasMap department aggregateRating review',
  },
  FAQPage: { required: 'mainEntity', recommended: 'name url', also: 'about dateModified' },
  Article: {
    required: 'headline',
    recommended: 'author datePublished dateModified image publisher description',
    also: 'mainEntityOfPage articleSection wordCount articleBody about',
  },
  Product: {
    required: 'name',
    recommended: 'image description brand offers sku',
    also: 'gtin mpn category color material size weight aggregateRating review model award',
  },
  Service: {
    required: 'name provider',
    recommended: 'description areaServed serviceType offers',
    also: 'category audience hoursAvailable termsOfService aggregateRating review brand',
  },
  WebPage: {
    required: 'name url',
    recommended: 'description datePublished dateModified',
    also: 'author publisher about mainEntity breadcrumb lastReviewed isPartOf primaryImageOfPage',
  },
  HowTo: {
    required: 'name step',
    recommended: 'description totalTime',
    also: 'supply tool estimatedCost yield prepTime performTime',
  },
  JobPosting: {
    required: 'title description datePosted hiringOrganization jobLocation',
    recommended: 'validThrough employmentType baseSalary',
    also: 'applicantLocationRequirements jobLocationType directApply qualifications responsibilities skills industry workHours jobBenefits experienceRequirements educationRequirements',
  },
}

/** Objects whose type follows from where they stand; a plain text there becomes the property named. */
const NESTED: Record<string, { type: string; text?: string }> = {
  address: { type: 'PostalAddress' },
  geo: { type: 'GeoCoordinates' },
  contactPoint: { type: 'ContactPoint' },
  offers: { type: 'Offer' },
  aggregateRating: { type: 'AggregateRating' },
  baseSalary: { type: 'MonetaryAmount' },
  openingHoursSpecification: { type: 'OpeningHoursSpecification' },
  author: { type: 'Person', text: 'name' },
  founder: { type: 'Person', text: 'name' },
  publisher: { type: 'Organization', text: 'name' },
  provider: { type: 'Organization', text: 'name' },
  hiringOrganization: { type: 'Organization', text: 'name' },
  brand: { type: 'Brand', text: 'name' },
  jobLocation: { type: 'Place', text: 'address' },
  step: { type: 'HowToStep', text: 'text' },
}

const words = (list: string) => list.split(' ')
const isObject = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

function typed(name: string, value: unknown): unknown {
  const rule = NESTED[name]
  if (rule === undefined) return value
  if (Array.isArray(value)) return value.map((item) => typed(name, item))
  if (isObject(value)) return '@type' in value ? value : { '@type': rule.type, ...value }
  return rule.text === undefined || typeof value !== 'string'
    ? value
    : { '@type': rule.type, [rule.text]: value }
}

/** Questions and answers in the short form {question, answer}, as schema.org wants them. */
function questions(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((item) =>
    isObject(item) && typeof item.question === 'string' && typeof item.answer === 'string'
      ? {
          '@type': 'Question',
          name: item.question,
          acceptedAnswer: { '@type': 'Answer', text: item.answer },
        }
      : item,
  )
}

const RETIRED: Partial<Record<SchemaType, string>> = {
  FAQPage: 'Google shows FAQ results for few sites only; answer engines read the markup all the same.',
  HowTo: 'Google no longer shows HowTo results; answer engines read the markup all the same.',
}

const DATES = ['datePublished', 'dateModified', 'datePosted', 'validThrough', 'foundingDate']
const ADDRESSES = ['url', 'image', 'logo', 'sameAs', 'mainEntityOfPage']

function doubts(facts: Facts): string[] {
  const wrongDates = DATES.filter(
    (name) => typeof facts[name] === 'string' && !/^\d{4}(-\d{2}(-\d{2}(T.+)?)?)?$/.test(facts[name]),
  )
  return [
    ...wrongDates.map((name) => `${name}: not an ISO 8601 date.`),
    ...('aggregateRating' in facts || 'review' in facts
      ? ['Ratings must come from real reviews that the page itself shows.']
      : []),
  ]
}

/** What is put on a page as a link has to be one: javascript: and bare paths are none. */
function isNoAddress(name: string, value: unknown): boolean {
  if (!ADDRESSES.includes(name)) return false
  return [value].flat().some((one) => typeof one === 'string' && !/^https?:\/\/\S+$/.test(one))
}

export type Built = { jsonld: Facts; missing_fields: string[]; warnings: string[] }

/** JSON-LD of exactly the supplied facts. What the type does not know is left out and said. */
export function buildJsonLd(type: SchemaType, supplied: Facts): Built {
  const { required, recommended, also } = RULES[type]
  const { questions: asked, steps, ...rest } = supplied
  const facts: Facts = {
    ...rest,
    ...(type === 'FAQPage' && asked !== undefined ? { mainEntity: questions(asked) } : {}),
    ...(type === 'HowTo' && steps !== undefined ? { step: steps } : {}),
  }
  const known = new Set([...words(COMMON), ...words(required), ...words(recommended), ...words(also)])
  const given = Object.entries(facts).filter(([, value]) => !isEmpty(value))
  const used = given.filter(([name, value]) => known.has(name) && !isNoAddress(name, value))
  const unknown = Object.keys(supplied).filter(
    (name) => name !== 'questions' && name !== 'steps' && !known.has(name),
  )
  const has = new Set(used.map(([name]) => name))
  const retired = RETIRED[type]
  return {
    jsonld: {
      '@context': 'https://schema.org',
      '@type': type,
      ...Object.fromEntries(used.map(([name, value]) => [name, typed(name, value)])),
    },
    missing_fields: [...words(required), ...words(recommended)].filter((name) => !has.has(name)),
    warnings: [
      ...unknown.map((name) => `${name}: not a property of ${type}, left out.`),
      ...given.flatMap(([name, value]) =>
        isNoAddress(name, value) ? [`${name}: not an absolute URL, left out.`] : [],
      ),
      ...doubts(Object.fromEntries(used)),
      ...(retired === undefined ? [] : [retired]),
    ],
  }
}

/** Every text among the facts, and what each is: "foundingDate: 2014" says that something was founded. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [label(name), ...textsOf(inner)])
}

const label = (name: string) => name.replace('@', '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')

/** What a wording may draw on: the properties themselves for who words them, and all their words for who checks. */
export function factsIn({ '@context': _, '@type': type, ...facts }: Facts): {
  shown: Facts
  facts: string[]
} {
  return { shown: facts, facts: [label(String(type)), ...textsOf(facts)] }
}
