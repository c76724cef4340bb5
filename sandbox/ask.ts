import { type Reply, send, type World } from './family.ts'
import type { PromptCount } from './ledger.ts'
import { hash, unit } from './random.ts'
import { type Misbehaviour, triggered, withoutTriggers } from './triggers.ts'

/** A platform's own way to say no. */
export type Refusals = {
  missingKey(): Reply
  wrongKey(key: string): Reply
  badRequest(reason: string): Reply
  unknownModel(model: string): Reply
  serverError(): Reply
  rateLimited(): Reply
}

export type Ask = {
  /** Name of the product that answers, as marketers call it: chatgpt, claude, llm. */
  platform: string
  family: string
  key: string
  model: string
  prompt: string
  /** Whatever else changes the answer: location, language, device. */
  context: string
}

/** An ask that passed the gate: which draw it is, and which quirk the answer should have. */
export type Granted = {
  platform: string
  model: string
  prompt: string
  context: string
  draw: number
  quirk: Misbehaviour | undefined
  seed: readonly (string | number)[]
}

/** Credentials first, as on every platform: a request without a key learns nothing else. */
export function refuseKey(key: string, refusals: Refusals): Reply | undefined {
  if (key === '') return refusals.missingKey()
  if (key.toLowerCase().includes('invalid')) return refusals.wrongKey(key)
  return undefined
}

/**
 * The one gate of every platform that answers questions: counts the ask, plays triggers and
 * faults, and leaves the wording of the answer to `answer`.
 */
export function answerAsk(
  world: World,
  ask: Ask,
  refusals: Refusals,
  answer: (granted: Granted) => Reply,
): Reply {
  if (ask.prompt.trim() === '') return refusals.badRequest('The prompt is empty.')
  if (ask.model.includes('nonexistent')) return refusals.unknownModel(ask.model)
  const count = world.ledger.ask(ask.platform, ask.prompt)
  const names = [ask.platform, ask.family]
  const quirk = triggered(ask.prompt, names, count.asked) ?? fault(world, names, ask, count)
  const refusal = misbehave(quirk, ask, refusals)
  if (refusal !== undefined) return refusal
  const draw = count.answered
  const prompt = withoutTriggers(ask.prompt)
  // Identifiers and marks are drawn from this many times, so the long text goes in as one number.
  const seed = [ask.platform, hash(ask.model, prompt, ask.context), draw, world.day()]
  const granted: Granted = {
    platform: ask.platform,
    model: ask.model,
    prompt,
    context: ask.context,
    draw,
    quirk,
    seed,
  }
  const reply = answer(granted)
  world.ledger.answer(count)
  return quirk === 'garbage' ? truncated(reply) : reply
}

function misbehave(quirk: Misbehaviour | undefined, ask: Ask, refusals: Refusals): Reply | undefined {
  switch (quirk) {
    case 'error':
      return refusals.serverError()
    case 'rate_limit':
      return refusals.rateLimited()
    case 'invalid_token':
      return refusals.wrongKey(ask.key)
    case 'timeout':
      return { kind: 'hold' }
    case 'disconnect':
      return { kind: 'drop' }
    default:
      return undefined
  }
}

/** Faults are drawn per ask, so a retry of the same prompt may succeed while a rerun fails alike. */
function fault(
  world: World,
  names: readonly string[],
  ask: Ask,
  count: PromptCount,
): Misbehaviour | undefined {
  const { rate, kinds, platforms, seed } = world.faults
  if (rate === 0 || kinds.length === 0) return undefined
  if (platforms.length > 0 && !platforms.some((name) => names.includes(name))) return undefined
  const parts = [seed, ask.platform, ask.prompt, count.asked]
  if (unit('fault', ...parts) >= rate) return undefined
  return kinds[hash('kind', ...parts) % kinds.length]
}

/** A success cut in the middle, as when a proxy dies: the status says yes, the body is no JSON. */
function truncated(reply: Reply): Reply {
  if (reply.kind !== 'send') return reply
  const body = reply.body.toString()
  return send(reply.status, body.slice(0, Math.floor(body.length / 2)), reply.headers)
}
