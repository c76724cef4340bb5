import { z } from 'zod'
import { agent } from '../declare.ts'
import { inventedIn } from '../fact-check.ts'
import { Audience, FactsGiven, Language, line, Tone } from '../fields.ts'

const Input = z.object({
  topic: line(200),
  brand: line(100).optional(),
  facts: FactsGiven.describe(
    'Everything that the answers may claim. Each answer says which of these it rests on.',
  ),
  questions: z
    .array(line(200))
    .max(15)
    .default([])
    .describe('Questions that must be answered, in your words.'),
  count: z.int().min(3).max(15).default(6),
  audience: Audience,
  tone: Tone,
  language: Language,
})

const answerFor = (count: number, facts: number) =>
  z.object({
    faqs: z
      .array(
        z.object({
          question: line(200),
          answer: z
            .string()
            .trim()
            .min(30)
            .max(600)
            .describe('30 to 600 characters; the first sentence answers.'),
          fact_numbers: z
            .array(z.int().min(1).max(facts))
            .max(6)
            .describe('Which of data.facts it rests on, from 1.'),
        }),
      )
      .length(count),
    open_questions: z.array(line(200)).max(10).describe('What people ask and the facts do not answer.'),
  })

type Faq = { question: string; answer: string }

/** Structured data is a matter of form, so it is built and not written. */
function structuredData(faqs: readonly Faq[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

type Written = Faq & { fact_numbers: readonly number[] }

/** Naming a fact is not enough: every word has to come from the facts, and those of a question from what was given. */
function checked(input: z.output<typeof Input>, { question, answer, fact_numbers }: Written) {
  const facts = [...new Set(fact_numbers)].flatMap((number) => input.facts[number - 1] ?? [])
  const given = [input.topic, input.brand ?? '', ...input.facts]
  const not_in_facts = [
    ...inventedIn(answer, given),
    ...inventedIn(question, [...given, ...input.questions, input.audience ?? '']),
  ]
  return {
    question,
    answer,
    facts,
    unsupported: facts.length === 0 || not_in_facts.length > 0,
    not_in_facts: [...new Set(not_in_facts)],
  }
}

export default agent({
  name: 'faq-writer',
  title: 'FAQ writer',
  description:
    'Questions and quotable answers from the facts you give, each with the facts it rests on, and the FAQPage structured data for them.',
  input: Input,
  output: z.object({
    faqs: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        facts: z.array(z.string()),
        unsupported: z
          .boolean()
          .describe('True when it names no fact or says more than the facts: check it before publishing.'),
        not_in_facts: z.array(z.string()).describe('Words of the question or the answer that no fact has.'),
      }),
    ),
    open_questions: z.array(z.string()),
    structured_data: z
      .record(z.string(), z.unknown())
      .describe('JSON-LD, ready for the page. It holds the supported answers only.'),
    warnings: z.array(z.string()),
  }),
  max_tokens: 4_000,
  instructions: `You write an FAQ about data.topic that people and AI answer engines can quote.
- Answer data.questions first and in their wording, then the questions that data.audience really asks, most common first.
- The first sentence answers; the rest explains. Each answer must make sense alone: name the thing instead of "it".
- Every answer rests on data.facts; fact_numbers lists them, counted from 1. A question that the facts do not answer goes to \
open_questions, not into the FAQ with a guess.
- Answers use only words that data.facts, data.topic and data.brand contain, in any form, joined by articles, prepositions \
and forms of "to be" and "to have"; they do not open with yes or no. Any other word marks the answer as unsupported.
- Plain words, short sentences, no selling in the answers, no links.`,
  answer: (input) => answerFor(input.count, input.facts.length),
  finish(input, answer) {
    // A question that comes twice is kept once, where it came first.
    const asked = new Map(answer.faqs.toReversed().map((faq) => [faq.question.toLowerCase(), faq]))
    const faqs = [...asked.values()].toReversed().map((faq) => checked(input, faq))
    const supported = faqs.filter(({ unsupported }) => !unsupported)
    const open = faqs.length - supported.length
    return {
      faqs,
      open_questions: answer.open_questions,
      structured_data: structuredData(supported),
      warnings:
        open === 0
          ? []
          : [`${open} of ${faqs.length} answers say more than the facts and are not in structured_data.`],
    }
  },
  example: {
    topic: 'coffee subscription',
    brand: 'Acme Coffee',
    facts: [
      'A subscription can be paused or cancelled online at any time.',
      'Parcels leave on Mondays and Thursdays.',
      'Beans come whole or ground.',
    ],
    questions: ['Can I pause my subscription?'],
    count: 4,
  },
})
