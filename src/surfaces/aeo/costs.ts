/** Kept with the engines' other prices, since workflows that begin with a scan hold its worst case too. */
export { mostMicros, usualMicros } from '../../providers/engines/answer-prices.ts'
