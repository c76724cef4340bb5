import { z } from 'zod'

export const textUpTo = (max: number) => z.string().trim().min(1).max(max)
const Link = z.strictObject({
  name: textUpTo(200),
  url: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\/[^\s()]+$/, 'an absolute URL without spaces and brackets'),
  notes: textUpTo(500).optional(),
})
const Section = z.strictObject({ title: textUpTo(100), links: z.array(Link).min(1).max(100) })

export const LlmsSections = z
  .array(Section)
  .max(20)
  .refine((all) => new Set(all.map(({ title }) => title)).size === all.length, 'a title is there twice')
  .default([])
  .describe('Lists of links. The one with the title Optional comes last: readers may skip it.')

type LlmsLink = z.output<typeof Link>
type LlmsSection = z.output<typeof Section>
/** The format of llmstxt.org: one H1, a quoted summary, detail without headings, then H2 lists of links. */
export type LlmsTxt = {
  name: string
  summary: string | null
  details: string[]
  sections: LlmsSection[]
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
/** A line that would start a heading, a quote or a list is text again. */
const plain = (text: string) => oneLine(text).replace(/^([#>*+-]|\d+\.)/, '\\$1')
const label = (text: string) => oneLine(text).replaceAll(/[[\]]/g, '')

function linkLine({ name, url, notes }: LlmsLink): string {
  const shown = `- [${label(name)}](${url})`
  return notes === undefined || oneLine(notes) === '' ? shown : `${shown}: ${oneLine(notes)}`
}

/** Readers may skip the section Optional, so it comes last. */
export function renderLlmsTxt({ name, summary, details, sections }: LlmsTxt): string {
  const ordered = [
    ...sections.filter(({ title }) => title !== 'Optional'),
    ...sections.filter(({ title }) => title === 'Optional'),
  ]
  const blocks = [
    `# ${oneLine(name)}`,
    ...(summary === null ? [] : [`> ${oneLine(summary)}`]),
    ...details.map(plain),
    ...ordered.map(({ title, links }) => [`## ${oneLine(title)}`, '', ...links.map(linkLine)].join('\n')),
  ]
  return `${blocks.join('\n\n')}\n`
}

const LINK = /^- \[[^[\]]+\]\(https?:\/\/[^\s()]+\)(?:: \S.*)?$/

/** What is wrong with a text as llms.txt; nothing when it can be used. */
export function problemsOfLlmsTxt(text: string): string[] {
  const problems: string[] = []
  const lines = text.split('\n').map((line) => line.trimEnd())
  if (!/^# \S/.test(lines[0] ?? '')) problems.push('line 1: must be the one H1 with the name')
  let section: string | null = null
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`
    if (index === 0 || line === '') continue
    if (line.startsWith('## ')) section = line.slice(3)
    else if (/^#/.test(line)) problems.push(`${at}: only the name is H1, only sections are H2`)
    else if (section !== null && !LINK.test(line)) problems.push(`${at}: a section holds links only`)
  }
  const titles = lines.filter((line) => line.startsWith('## '))
  if (new Set(titles).size !== titles.length) problems.push('a section is there twice')
  return problems
}
