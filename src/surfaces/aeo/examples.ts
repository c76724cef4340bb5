/** Values that the examples of several operations share. */
export const rateExample = {
  point: 0.4,
  numerator: 16,
  denominator: 40,
  ci_panel: [0.27, 0.55],
  ci_market: [0.21, 0.62],
  grade: 'exploratory',
} as const

const emptyRate = {
  point: null,
  numerator: 0,
  denominator: 0,
  ci_panel: null,
  ci_market: null,
  grade: 'exploratory',
} as const

export const metricsExample = {
  visibility: rateExample,
  citation_rate: { ...rateExample, point: 0.1, numerator: 4, ci_panel: [0.04, 0.23], ci_market: [0.03, 0.3] },
  share_of_voice: 0.31,
  avg_position: 1.8,
  first_mention_rate: 0.5,
  ghost_rate: 0.25,
  prominence: 0.22,
  sentiment: { positive: 6, neutral: 12, negative: 1, n: 19 },
  undecided: { brand: 0, competitors: 1, answers: 0 },
  outcomes: { named_and_cited: 3, named_only: 13, cited_only: 1, neither: 23 },
  intervals: { share_of_voice: rateExample, first_mention_rate: rateExample, ghost_rate: emptyRate },
} as const

export const answersExample = { ok: 40, no_answer: 0, error: 0, unavailable: 0 } as const

export const coverageExample = {
  requested: ['chatgpt', 'perplexity'],
  succeeded: ['chatgpt', 'perplexity'],
  failed: [],
  partial: [{ platform: 'perplexity', answered: 19, failed: 1, reason: 'timeout' }],
  citation_gaps: { checked: ['Globex'], not_checked: [] },
} as const

export const scanExample = {
  id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
  brand: 'Acme',
  status: 'completed',
  simulated: true,
  platforms: ['chatgpt', 'perplexity'],
  query_count: 20,
  repeats: 1,
  created_at: '2026-11-01T09:30:00.000Z',
  completed_at: '2026-11-01T09:30:01.204Z',
} as const

export const pointExample = {
  scan: scanExample,
  visibility: rateExample,
  citation_rate: rateExample,
  share_of_voice: rateExample,
  basis: '5b1c7f0a9d3e4c21',
  comparable: true,
  tracked_then: ['Globex'],
} as const

export const gapExample = {
  kind: 'mention',
  query: 'best crm for small business',
  platform: 'chatgpt',
  competitors: ['Globex'],
  answers: 1,
  competitor_answers: 1,
  scans: 3,
  persistent: true,
  opportunity: {
    score: 2.77,
    version: '1',
    inputs: { competitors: 1, miss_rate: 1, citations: 4, fix: 'create', severity: 1 },
  },
} as const

export const fixExample = {
  url: 'https://acme.com/best-crm-for-small-business',
  new_page: true,
  type: 'title',
  value: 'Best crm for small business | Acme',
  why: 'Globex is named for this question on chatgpt and you are not, for 3 scans in a row. No page of yours was read for it: this is for a new one.',
  gap: gapExample,
} as const
