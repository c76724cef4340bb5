import { z } from 'zod'

/** Fields and checks that several agents share, so that the same thing has the same name and limit everywhere. */

export const line = (max: number) => z.string().trim().min(1).max(max)

export const Language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .max(35)
  .default('en')
  .describe('Language to write in, as a BCP 47 tag.')

export const Tone = z
  .enum(['friendly', 'professional', 'playful', 'plain', 'warm', 'bold'])
  .default('friendly')
  .describe('How it should sound.')

export const Audience = line(300).optional().describe('Who it is for.')

export const Facts = z
  .array(line(500))
  .max(40)
  .default([])
  .describe('What may be claimed. Nothing else will be: missing facts become [placeholders].')

/** For those that can do nothing without. */
export const FactsGiven = z
  .array(line(500))
  .min(1)
  .max(40)
  .describe('What may be claimed; at least one fact. Nothing else will be.')

export const Level = z.enum(['high', 'medium', 'low'])

/** How many characters a reader would count: a letter with its accent, or an emoji, is one. */
export function characters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length
}

export function unique(list: readonly string[]): string[] {
  const seen = new Map(list.map((item) => [item.trim().toLowerCase(), item.trim()]))
  return [...seen.values()]
}

export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const joined = plain
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return joined === '' ? 'page' : joined
}
