/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
import { z } from 'zod'
import { type LlmAdapter, succeed } from '../contract.ts'
import { messagesPost } from '../engines/anthropic-messages.ts'
import { generationCost } from '../engines/prices.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { secretsOf } from '../wire.ts'
import { unbounded } from './unbounded-schema.ts'

const Body = z.object({
  model: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
})

export const anthropic: LlmAdapter = {
  request: (input, settings) =>
    messagesPost(settings, '/v1/messages', {
      model: settings.model,
      max_tokens: input.max_tokens,
      system: input.system,
      messages: [{ role: 'user', content: input.prompt }],
      ...(input.schema === undefined
        ? {}
        : { output_config: { format: { type: 'json_schema', schema: unbounded(input.schema) } } }),
    }),
  parse(reply, settings) {
    const secrets = secretsOf(settings)
    const json = parseJson(reply.text)
    if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
    const body = Body.safeParse(json)
    if (!body.success) return unreadable(reply, secrets)
    const { input_tokens, output_tokens } = body.data.usage
    const usage = { input_tokens, output_tokens }
    return succeed({
      text: body.data.content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
      usage,
      cost_micros: generationCost(body.data.model, usage),
      served_model: body.data.model,
      complete: body.data.stop_reason !== 'max_tokens',
    })
  },
}
