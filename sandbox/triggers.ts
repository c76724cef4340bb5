/** Ways to fail that a text can ask for, like the test cards of a payment provider. */
export const MISBEHAVIOURS = [
  'error',
  'rate_limit',
  'timeout',
  'invalid_token',
  'garbage',
  'disconnect',
  'no_answer',
  'no_citations',
  'injection',
  'invention',
  'blank_refresh',
  'bad_json_always',
  'bad_json',
] as const

export type Misbehaviour = (typeof MISBEHAVIOURS)[number]

type Trigger = { kind: Misbehaviour; once: boolean; platforms: string[] }

const PATTERN = new RegExp(
  `sandbox:(${MISBEHAVIOURS.join('|')})(_once)?(?![a-z_])(?:@([a-z_]+(?:,[a-z_]+)*))?`,
  'g',
)

/** The first trigger in the text that concerns one of the names; `asked` counts this ask too. */
export function triggered(text: string, names: readonly string[], asked: number): Misbehaviour | undefined {
  // Nearly every text has none, so the pattern is tried only where it can match.
  if (!text.includes('sandbox:')) return undefined
  for (const trigger of read(text)) {
    const mine = trigger.platforms.length === 0 || trigger.platforms.some((name) => names.includes(name))
    if (mine && !(trigger.once && asked > 1)) return trigger.kind
  }
  return undefined
}

/** The text as a platform would have read it, so that triggers do not leak into what it says. */
export function withoutTriggers(text: string): string {
  if (!text.includes('sandbox:')) return text
  return text
    .replaceAll(PATTERN, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
}

function read(text: string): Trigger[] {
  const found: Trigger[] = []
  for (const match of text.matchAll(PATTERN)) {
    const kind = MISBEHAVIOURS.find((known) => known === match[1])
    if (kind === undefined) continue
    found.push({ kind, once: match[2] !== undefined, platforms: match[3]?.split(',') ?? [] })
  }
  return found
}
