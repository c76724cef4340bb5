import type { Granted } from '../ask.ts'
import { random } from '../random.ts'
import { withoutTriggers } from '../triggers.ts'
import { proseFor } from './content.ts'
import { embeddedObjects, looksLikeSchema, readFacts } from './facts.ts'
import { documentFor } from './schema.ts'

/** What a text generator is asked for, whatever the API it was asked through. */
export type Wish = {
  /** Everything that was said so far, system text included. */
  transcript: string
  /** The user's part of it, which says what it is about. */
  request: string
  /** True when the model already answered once, so that this is a second attempt. */
  repeated: boolean
  json: boolean
  schema: unknown
}

/** Stands in every spoilt answer, so that a request to repair it is recognised, also where it quotes the answer inside JSON. */
const SPOILT = 'sandbox_bad_json'

export function generate(granted: Granted, wish: Wish): string {
  const seed = [granted.platform, granted.model, granted.prompt, granted.draw]
  const facts = {
    ...readFacts(withoutTriggers(wish.transcript), withoutTriggers(wish.request)),
    invents: granted.quirk === 'invention',
  }
  if (!wish.json) return proseFor(facts, random('prose', ...seed))
  const repairing = wish.repeated || wish.transcript.includes(SPOILT)
  const spoilt = granted.quirk === 'bad_json_always' || (granted.quirk === 'bad_json' && !repairing)
  if (spoilt) return `Sure! Here is the JSON: {"${SPOILT}": true, "note": "this object never ends`
  const schema = wish.schema ?? embeddedObjects(wish.transcript).find(looksLikeSchema)
  if (schema === undefined) return JSON.stringify({ summary: proseFor(facts, random('prose', ...seed)) })
  return JSON.stringify(documentFor(schema, facts, seed))
}

export function tokens(text: string): number {
  return Math.ceil(text.length / 4) + 4
}
