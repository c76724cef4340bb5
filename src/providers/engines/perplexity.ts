/**
 * The Agent API, which took over from Sonar (docs.perplexity.ai/docs/agent-api/migrate-from-sonar). It refuses
 * unknown fields, does not search unless the tool is given, and reports failed runs inside a 200.
 */
import { z } from 'zod'
import { type EngineAnswer, type EngineSettings, succeed } from '../contract.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { bearerPost, secretsOf } from '../wire.ts'
import { answer, defineEngine } from './define.ts'
import { dollarsToMicros } from './prices.ts'
import { distinct, type RawSource, toCitations, toSources } from './sources.ts'

const Result = z.object({ id: z.number().nullish(), url: z.string(), title: z.string().nullish() })

const Part = z.object({
  type: z.string(),
  text: z.string().nullish(),
  annotations: z.array(z.object({ url: z.string().nullish(), title: z.string().nullish() })).nullish(),
})

const Item = z.object({
  type: z.string(),
  content: z.array(Part).nullish().catch(null),
  results: z.array(Result).nullish().catch(null),
  queries: z.array(z.string()).nullish(),
})

const Body = z.object({
  model: z.string(),
  status: z.string(),
  output: z.array(Item),
  error: z.object({ message: z.string().nullish(), type: z.string().nullish() }).nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost: z.object({ total_cost: z.number() }).nullish(),
      tool_calls_details: z.record(z.string(), z.object({ invocation: z.number().nullish() })).nullish(),
    })
    .nullish(),
})
type Body = z.infer<typeof Body>

/** The numbers of the markers in use: [1], [2][3], [1, 4] and [web:2]. */
function markers(text: string): number[] {
  return [...text.matchAll(/\[((?:web:)?\d{1,3}(?:\s*,\s*(?:web:)?\d{1,3})*)\](?!\()/g)].flatMap(
    ([, inside]) => (inside ?? '').split(',').map((number) => Number(number.replace('web:', ''))),
  )
}

function mapPerplexity(body: Body, settings: EngineSettings): EngineAnswer {
  const parts = body.output.filter((item) => item.type === 'message').flatMap((item) => item.content ?? [])
  const searches = body.output.filter((item) => item.type === 'search_results')
  const results = searches.flatMap((item) => item.results ?? [])
  const text = parts.map((part) => part.text ?? '').join('')
  const cited: RawSource[] = markers(text).flatMap(
    (number) => results.find((result) => result.id === number) ?? results[number - 1] ?? [],
  )
  for (const { url, title } of parts.flatMap((part) => part.annotations ?? [])) {
    if (url) cited.push({ url, title })
  }
  const cost = body.usage?.cost?.total_cost
  return answer('perplexity', settings, {
    text,
    citations: toCitations(cited),
    retrieved: toSources([...results, ...cited]),
    search_queries: distinct(searches.flatMap((item) => item.queries ?? [])),
    searched: searches.length > 0,
    served_model: body.model,
    usage: {
      input_tokens: body.usage?.input_tokens ?? 0,
      output_tokens: body.usage?.output_tokens ?? 0,
      searches: body.usage?.tool_calls_details?.web_search?.invocation ?? searches.length,
    },
    cost_micros: cost === undefined ? undefined : dollarsToMicros(cost),
  })
}

export const perplexity = defineEngine({
  platform: 'perplexity',
  request: (question, settings) =>
    bearerPost(settings, '/v1/responses', {
      model: settings.model,
      input: question.prompt,
      // Its location has no `type`, unlike everybody else's, and unknown fields are refused.
      tools: [
        {
          type: 'web_search',
          ...(question.location === undefined ? {} : { user_location: question.location }),
        },
      ],
      ...(question.language === undefined ? {} : { language_preference: question.language }),
    }),
  parse(reply, settings) {
    const secrets = secretsOf(settings)
    const json = parseJson(reply.text)
    if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
    const body = Body.safeParse(json)
    if (!body.success) return unreadable(reply, secrets)
    const { status, error } = body.data
    if (status === 'failed' || status === 'cancelled') {
      const limited = /rate.?limit/i.test(`${error?.type} ${error?.message}`)
      return failureOf(reply, { ...readVendorError(json), status: limited ? 429 : 500 }, secrets)
    }
    if (status !== 'completed' && status !== 'incomplete') return unreadable(reply, secrets)
    return succeed(mapPerplexity(body.data, settings))
  },
})
