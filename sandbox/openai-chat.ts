import { answerAsk } from './ask.ts'
import { bearer, json, type Reply, type SandboxRequest, type World } from './family.ts'
import { generate, tokens, type Wish } from './llm/generate.ts'
import { openaiRefusals } from './openai-errors.ts'
import { random, unit } from './random.ts'
import { moment, servedModel } from './served-model.ts'
import { type Json, list, object, string, textOf } from './value.ts'

/** Chat Completions: the form that local model servers speak too, so it only ever writes text. */
export function chatCompletion(world: World, request: SandboxRequest, body: Json): Reply {
  const model = string(body.model)
  if (model === '') return openaiRefusals.badRequest('you must provide a model parameter')
  const wish = readWish(body)
  const ask = {
    platform: 'llm',
    family: 'openai',
    key: bearer(request),
    model,
    prompt: wish.transcript,
    context: '',
  }
  return answerAsk(world, ask, openaiRefusals, (granted) => {
    const refuses = granted.quirk === 'no_answer'
    const content = refuses ? null : generate(granted, wish)
    const refusal = refuses ? 'I am not able to help with that request.' : null
    const prompt_tokens = tokens(wish.transcript)
    const completion_tokens = tokens(content ?? refusal ?? '')
    return json(200, {
      id: `chatcmpl-${random('chat', ...granted.seed).text(29)}`,
      object: 'chat.completion',
      created: moment(world.day(), unit('at', ...granted.seed)),
      model: servedModel(model, world.day(), 'dashed'),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens,
        completion_tokens,
        total_tokens: prompt_tokens + completion_tokens,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      },
      service_tier: 'default',
      system_fingerprint: `fp_${random('fp', model, world.day()).text(10, '0123456789abcdef')}`,
    })
  })
}

function readWish(body: Json): Wish {
  const messages = list(body.messages).map(object)
  const format = object(body.response_format)
  const type = string(format.type)
  return {
    transcript: messages.map((message) => textOf(message.content)).join('\n'),
    request: messages
      .filter((message) => message.role === 'user')
      .map((message) => textOf(message.content))
      .join('\n'),
    repeated: messages.some((message) => message.role === 'assistant'),
    json: type === 'json_schema' || type === 'json_object',
    schema: type === 'json_schema' ? object(format.json_schema).schema : undefined,
  }
}
