/** What all engines share beside the wire: asking, and the parts of an answer that no vendor has. */
import type { EngineAdapter, EngineAnswer, EngineSettings, Platform } from '../contract.ts'
import { callAndParse } from '../wire.ts'
import { answerCost } from './prices.ts'

export function defineEngine(pure: Pick<EngineAdapter, 'platform' | 'request' | 'parse'>): EngineAdapter {
  return {
    ...pure,
    ask: (question, settings, door, signal) =>
      callAndParse(
        pure.request(question, settings),
        settings,
        door,
        (reply) => pure.parse(reply, settings),
        signal,
      ),
  }
}

type Mapped = Omit<EngineAnswer, 'requested_model' | 'served_model' | 'cost_micros' | 'no_answer'> & {
  served_model?: string | null | undefined
  cost_micros?: number | undefined
  /** The engine said that it declines. */
  declined?: boolean
}

/** Adds what every answer has, so that an empty text is "no answer" on every platform alike. */
export function answer(platform: Platform, settings: EngineSettings, mapped: Mapped): EngineAnswer {
  const { declined = false, served_model, cost_micros, ...rest } = mapped
  const model = served_model || settings.model
  const text = mapped.text.trim()
  return {
    ...rest,
    text,
    requested_model: settings.model,
    served_model: model,
    cost_micros: cost_micros ?? answerCost(platform, model, mapped.usage),
    no_answer: declined || text === '',
  }
}
