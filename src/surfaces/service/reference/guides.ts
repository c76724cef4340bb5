import { readdirSync, readFileSync } from 'node:fs'
import { slug } from './markdown.ts'

export type Guide = { name: string; title: string; text: string; about: string }

const FOLDER = new URL('../../../../docs/', import.meta.url)

/** What a newcomer reads first; the rest follows by name. */
const FIRST = ['quickstart', 'errors-and-retries', 'webhooks', 'mcp', 'aeo']

let loaded: ReadonlyMap<string, Guide> | null = null

/** The guides by page name, read once. A request only ever looks a name up here: no path is built from it. */
export function guides(): ReadonlyMap<string, Guide> {
  loaded ??= readGuides()
  return loaded
}

function readGuides(): ReadonlyMap<string, Guide> {
  const found = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[a-z0-9-]+\.md$/.test(entry.name))
    .map(({ name }) => readGuide(name))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
  return new Map(found.map((guide) => [guide.name, guide]))
}

function readGuide(file: string): Guide {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  const name = file.slice(0, -3)
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  const about = /^# .+\n+([^#\n|`>-][^\n]*(?:\n[^#\n|`>-][^\n]*)*)/m.exec(text)?.[1] ?? ''
  return { name, title: title.replace(/[`*]/g, ''), text, about: firstSentence(about) }
}

function firstSentence(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
  return /^.+?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain
}

function rank(name: string): number {
  const place = FIRST.indexOf(name)
  return place === -1 ? FIRST.length : place
}

/** Links between guides are written for the repository (mcp.md#tools) and lead to the page here. */
export function guideLink(href: string): string {
  const [, name = '', anchor = ''] = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(href) ?? []
  if (guides().has(name)) return `/v1/docs/${name}${anchor === '' ? '' : `#${slug(anchor.slice(1))}`}`
  // Other files of the repository are not served: of such a link the text remains.
  return /^[^:#]+\.(md|ts|json)\b/.test(href) ? '' : href
}
