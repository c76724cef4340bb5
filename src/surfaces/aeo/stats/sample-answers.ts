import type { Citation, DetectedAnswer, StoredAnswer } from './types.ts'

/** Answers for tests: only what the case is about is spelled out. */
export function sampleAnswer(part: Partial<StoredAnswer> & { cites?: readonly string[] } = {}): StoredAnswer {
  const { cites = [], ...rest } = part
  const citations = cites.map(
    (domain, i): Citation => ({ url: `https://${domain}/page`, domain, title: null, position: i + 1 }),
  )
  const platform = rest.platform ?? 'chatgpt'
  const query = rest.query ?? 'best crm for agencies'
  const repeat = rest.repeat ?? 1
  return {
    id: `${platform}/${query}/${repeat}`,
    platform,
    query,
    repeat,
    status: 'ok',
    requested_model: 'model-1',
    served_model: 'model-1',
    searched: true,
    text: '',
    citations,
    search_queries: [],
    latency_ms: 10,
    cost_usd: 0.01,
    ...rest,
  }
}

/** An answer whose mentions are given: entity names in order of appearance. */
export function namedAnswer(
  names: readonly string[],
  part: Partial<StoredAnswer> & { cites?: readonly string[] } = {},
): DetectedAnswer {
  const order = [...new Set(names)]
  const text = names.join('. ')
  let at = 0
  const mentions = names.map((entity) => {
    const start = text.indexOf(entity, at)
    at = start + entity.length
    return {
      entity,
      start,
      end: at,
      alias: entity,
      position: order.indexOf(entity) + 1,
      sentiment: 'neutral' as const,
    }
  })
  return { ...sampleAnswer({ text, ...part }), mentions, undecided: [] }
}
