export type Range = readonly [low: number, high: number]

/** How a platform tends to answer: the part of its character that a measurement can see. */
export type Habits = {
  /** Brands named in a list of recommendations. */
  names: Range
  retrieved: Range
  cited: Range
  fanOuts: Range
  /** Share of answers for which it looks at the web at all. */
  searches: number
  /** Share of questions for which it shows no answer (an AI Overview is not always there). */
  silent: number
  /** Weights of kinds of sources. */
  sources: { own: number; press: number; ugc: number; reference: number; institution: number }
  /** Shifts all brands' odds: below zero, it names fewer. */
  generosity: number
  styles: readonly ('ranked' | 'bullets' | 'prose' | 'table')[]
}

const EVEN = { own: 4.5, press: 4, ugc: 2, reference: 1, institution: 0.6 }

export const HABITS: Record<string, Habits> = {
  chatgpt: {
    names: [4, 7],
    retrieved: [6, 10],
    cited: [3, 5],
    fanOuts: [1, 3],
    searches: 0.96,
    silent: 0,
    sources: { ...EVEN, reference: 2 },
    generosity: 0.1,
    styles: ['ranked', 'bullets', 'prose', 'table'],
  },
  claude: {
    names: [3, 6],
    retrieved: [6, 10],
    cited: [3, 6],
    fanOuts: [1, 3],
    searches: 0.93,
    silent: 0,
    sources: { ...EVEN, press: 5, institution: 1.2 },
    generosity: -0.1,
    styles: ['prose', 'bullets', 'ranked'],
  },
  gemini: {
    names: [3, 7],
    retrieved: [5, 8],
    cited: [3, 6],
    fanOuts: [2, 4],
    searches: 0.95,
    silent: 0,
    sources: { ...EVEN, own: 6, ugc: 3 },
    generosity: 0,
    styles: ['bullets', 'ranked', 'prose'],
  },
  perplexity: {
    names: [3, 6],
    retrieved: [8, 12],
    cited: [6, 10],
    fanOuts: [1, 2],
    searches: 1,
    silent: 0,
    sources: { ...EVEN, ugc: 4 },
    generosity: 0.2,
    styles: ['bullets', 'prose', 'table', 'ranked'],
  },
  grok: {
    names: [3, 6],
    retrieved: [8, 14],
    cited: [3, 5],
    fanOuts: [2, 5],
    searches: 1,
    silent: 0,
    sources: { ...EVEN, ugc: 7, reference: 0.4 },
    generosity: 0,
    styles: ['bullets', 'prose', 'ranked'],
  },
  deepseek: {
    names: [4, 8],
    retrieved: [5, 10],
    cited: [2, 4],
    fanOuts: [1, 2],
    searches: 0.7,
    silent: 0,
    sources: { ...EVEN, ugc: 1 },
    generosity: -0.3,
    styles: ['ranked', 'table', 'bullets'],
  },
  metaai: {
    names: [3, 5],
    retrieved: [4, 7],
    cited: [2, 4],
    fanOuts: [1, 2],
    searches: 0.9,
    silent: 0,
    sources: { ...EVEN, ugc: 3, institution: 0.2 },
    generosity: -0.2,
    styles: ['prose', 'bullets'],
  },
  ai_overview: {
    names: [2, 5],
    retrieved: [5, 9],
    cited: [4, 8],
    fanOuts: [0, 0],
    searches: 1,
    silent: 0.35,
    sources: { ...EVEN, ugc: 4, own: 5 },
    generosity: -0.35,
    styles: ['bullets', 'prose'],
  },
}

export function habitsOf(platform: string): Habits {
  const habits = HABITS[platform]
  if (habits === undefined) throw new Error(`no habits for platform ${platform}`)
  return habits
}
