/** Chat completions: OpenAI itself, and the many servers that speak the same (Ollama, vLLM, LM Studio, …). */
import { z } from 'zod'
import type { Generated, HttpReply } from '../contract.ts'
import { type GenerateInput, type LlmAdapter, type LlmSettings, type Outcome, succeed } from '../contract.ts'
import { generationCost } from '../engines/prices.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { bearerPost, secretsOf } from '../wire.ts'

const Body = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

type Schema = Record<string, unknown>

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** OpenAI refuses strict mode for schemas whose objects are open or have optional fields. */
export function allowsStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(allowsStrict)
  if (!isObject(schema)) return true
  if (isObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const names = Object.keys(schema.properties)
    if (schema.additionalProperties !== false || names.some((name) => !required.includes(name))) return false
  }
  return Object.values(schema).every(allowsStrict)
}

function body(
  input: GenerateInput,
  settings: LlmSettings,
  limit: 'max_tokens' | 'max_completion_tokens',
): object {
  return {
    model: settings.model,
    messages: [
      { role: 'system', content: input.system },
      { role: 'user', content: input.prompt },
    ],
    [limit]: input.max_tokens,
    ...(input.schema === undefined
      ? {}
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'reply', schema: input.schema, strict: allowsStrict(input.schema) },
          },
        }),
  }
}

function parse(reply: HttpReply, settings: LlmSettings): Outcome<Generated> {
  const secrets = secretsOf(settings)
  const json = parseJson(reply.text)
  if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
  const parsed = Body.safeParse(json)
  const choice = parsed.data?.choices[0]
  if (parsed.data === undefined || choice === undefined) return unreadable(reply, secrets)
  const usage = {
    input_tokens: parsed.data.usage?.prompt_tokens ?? 0,
    output_tokens: parsed.data.usage?.completion_tokens ?? 0,
  }
  const served_model = parsed.data.model || settings.model
  return succeed({
    text: choice.message.content ?? '',
    usage,
    cost_micros: generationCost(served_model, usage),
    served_model,
    complete: choice.finish_reason !== 'length',
  })
}

function adapter(limit: 'max_tokens' | 'max_completion_tokens'): LlmAdapter {
  return {
    request: (input, settings) => bearerPost(settings, '/v1/chat/completions', body(input, settings, limit)),
    parse,
  }
}

/** OpenAI's own models know only the newer name of the limit, other servers often only the older one. */
export const openai = adapter('max_completion_tokens')
export const openaiCompatible = adapter('max_tokens')
