/** https://ai.google.dev/gemini-api/docs/structured-output */
import { type LlmAdapter, succeed } from '../contract.ts'
import { GeminiBody, geminiText, geminiTokens, generateContentPost } from '../engines/gemini.ts'
import { generationCost } from '../engines/prices.ts'
import { failureOf, parseJson, readVendorError, unreadable } from '../vendor-errors.ts'
import { secretsOf } from '../wire.ts'

export const gemini: LlmAdapter = {
  request: (input, settings) =>
    generateContentPost(settings, {
      systemInstruction: { parts: [{ text: input.system }] },
      contents: [{ role: 'user', parts: [{ text: input.prompt }] }],
      generationConfig: {
        maxOutputTokens: input.max_tokens,
        ...(input.schema === undefined
          ? {}
          : { responseMimeType: 'application/json', responseJsonSchema: input.schema }),
      },
    }),
  parse(reply, settings) {
    const secrets = secretsOf(settings)
    const json = parseJson(reply.text)
    if (reply.status >= 400) return failureOf(reply, readVendorError(json), secrets)
    const body = GeminiBody.safeParse(json)
    if (!body.success) return unreadable(reply, secrets)
    const usage = geminiTokens(body.data)
    const served_model = body.data.modelVersion || settings.model
    return succeed({
      text: geminiText(body.data),
      usage,
      cost_micros: generationCost(served_model, usage),
      served_model,
      complete: body.data.candidates?.[0]?.finishReason !== 'MAX_TOKENS',
    })
  },
}
