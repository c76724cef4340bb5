import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { describe, leftOut } from './describe.ts'
import { buildJsonLd, factsIn, SCHEMA_TYPES } from './jsonld.ts'
import { writerOf } from './wording.ts'

const MAX_FACTS_BYTES = 50_000

const Facts = z
  .record(z.string().regex(/^[a-z][A-Za-z]*$/, 'a schema.org property, such as telephone'), z.json())
  .refine((facts) => Object.keys(facts).length > 0, 'give at least one fact')
  .refine((facts) => JSON.stringify(facts).length <= MAX_FACTS_BYTES, `at most ${MAX_FACTS_BYTES} bytes`)
  .describe(
    'schema.org properties with their values. A FAQPage also takes questions: [{question, answer}], a HowTo steps: [text].',
  )

export default operation({
  id: 'aeo.schema',
  route: 'POST /aeo/schema',
  summary: 'Generate JSON-LD from facts',
  description:
    'Only supplied facts are emitted. A missing description is worded from them and checked word by word: one that says more than the facts is left out, with a warning. Says which fields are missing, the required ones first.',
  scope: 'aeo:write',
  meter: 'action',
  hold: null,
  rate: null,
  idempotent: true,
  live: true,
  input: z.object({
    type: z.enum(SCHEMA_TYPES),
    facts: Facts,
    describe: z.boolean().default(true).describe('Whether a missing description is worded from the facts.'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
      .max(35)
      .optional(),
  }),
  output: {
    200: z.object({
      jsonld: z.record(z.string(), z.unknown()),
      missing_fields: z.array(z.string()),
      warnings: z.array(z.string()),
      simulated: z.boolean().describe('True when the sandbox worded the description.'),
    }),
  },
  errors: {
    llm_unconfigured: 'A description is to be worded and no text generator is configured.',
    provider_failed: 'The text generator failed, or answered in a form that cannot be used.',
  },
  example: {
    input: {
      type: 'Organization',
      facts: {
        name: 'Acme',
        url: 'https://acme.com',
        foundingDate: '2014',
        slogan: 'Customers in one place',
      },
    },
    output: {
      jsonld: {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: 'Acme',
        url: 'https://acme.com',
        foundingDate: '2014',
        slogan: 'Customers in one place',
        description: 'Acme: customers in one place.',
      },
      missing_fields: ['logo', 'sameAs', 'contactPoint'],
      warnings: [],
      simulated: false,
    },
  },
  async handle(ctx, { type, facts, describe: wanted, language }) {
    const built = buildJsonLd(type, facts)
    if (!wanted || !built.missing_fields.includes('description'))
      return reply.ok({ ...built, simulated: false })
    const llm = writerOf(ctx, 'Pass describe: false to go without a description.')
    const { description, invented } = await describe(llm, factsIn(built.jsonld), language)
    if (description === null)
      return reply.ok({
        ...built,
        warnings: [...built.warnings, leftOut(invented)],
        simulated: llm.simulated,
      })
    return reply.ok({ ...buildJsonLd(type, { ...facts, description }), simulated: llm.simulated })
  },
})
