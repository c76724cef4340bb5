import { escapeHtml, type Markup, trusted } from './html.ts'

/**
 * The Markdown that our guides use: headings, paragraphs, lists, tables, fenced code, quotes, rules; inline code, bold,
 * emphasis and links. Every piece of text is escaped, so a guide can never inject markup.
 */
export function markdown(text: string, link: (href: string) => string = (href) => href): Markup {
  return trusted(blocks(text.replaceAll('\r\n', '\n').split('\n'), link))
}

export function inline(text: string, link: (href: string) => string = (href) => href): Markup {
  return trusted(spans(text, link))
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

type Link = (href: string) => string

function blocks(lines: readonly string[], link: Link): string {
  let out = ''
  for (let at = 0; at < lines.length; ) {
    const [markup, next] = block(lines, at, link)
    out += markup
    at = next
  }
  return out
}

/** One block from `at`, and where the next one starts. */
function block(lines: readonly string[], at: number, link: Link): [string, number] {
  const line = lines[at] ?? ''
  if (line.trim() === '') return ['', at + 1]
  if (/^\s*```/.test(line)) return fence(lines, at)
  const heading = /^(#{1,6}) (.+)$/.exec(line)
  if (heading !== null) {
    const [, marks = '#', title = ''] = heading
    const plain = title.replace(/[`*]/g, '')
    return [`<h${marks.length} id="${slug(plain)}">${spans(title, link)}</h${marks.length}>\n`, at + 1]
  }
  if (/^(-{3,}|\*{3,})\s*$/.test(line)) return ['<hr>\n', at + 1]
  if (line.startsWith('>')) return quote(lines, at, link)
  if (isRow(line) && /^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(lines[at + 1] ?? '')) return table(lines, at, link)
  if (ITEM.test(line)) return list(lines, at, link)
  return paragraph(lines, at, link)
}

const ITEM = /^(\s*)([-*]|\d+\.) (.*)$/

function fence(lines: readonly string[], at: number): [string, number] {
  const [, indent = '', language = ''] = /^(\s*)```\s*(\w*)/.exec(lines[at] ?? '') ?? []
  let end = at + 1
  while (end < lines.length && !/^\s*```\s*$/.test(lines[end] ?? '')) end++
  const code = lines
    .slice(at + 1, end)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
  const kind = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
  return [
    `<figure class="sample"${kind}><figcaption>${escapeHtml(language)}<button type="button" class="copy">Copy</button></figcaption>` +
      `<pre><code>${escapeHtml(code.join('\n'))}</code></pre></figure>\n`,
    end + 1,
  ]
}

function quote(lines: readonly string[], at: number, link: Link): [string, number] {
  let end = at
  while (lines[end]?.startsWith('>')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''))
  return [`<blockquote>${blocks(inner, link)}</blockquote>\n`, end]
}

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line)
}

/** Splits at bars that are neither escaped nor inside inline code. */
function cells(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '')
  const found = inner.match(/(?:`[^`]*`|\\\||[^|])+/g) ?? []
  return found.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function table(lines: readonly string[], at: number, link: Link): [string, number] {
  let end = at + 2
  while (isRow(lines[end] ?? '')) end++
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${spans(cell, link)}</${tag}>`)
      .join('')}</tr>`
  const body = lines.slice(at + 2, end).map((line) => row(line, 'td'))
  return [
    `<div class="scroll"><table><thead>${row(lines[at] ?? '', 'th')}</thead><tbody>${body.join('')}</tbody></table></div>\n`,
    end,
  ]
}

/** An item owns the lines that are indented under it, which are blocks of their own. */
function list(lines: readonly string[], at: number, link: Link): [string, number] {
  const [, indent = '', mark = ''] = ITEM.exec(lines[at] ?? '') ?? []
  const ordered = mark.endsWith('.')
  let items = ''
  let end = at
  for (;;) {
    const item = ITEM.exec(lines[end] ?? '')
    if (item === null || item[1] !== indent || (item[2] ?? '').endsWith('.') !== ordered) break
    const margin = indent.length + (item[2] ?? '').length + 1
    let next = end + 1
    while (next < lines.length && belongs(lines, next, indent.length)) next++
    const rest = lines.slice(end + 1, next).map((line) => line.slice(Math.min(margin, line.search(/\S|$/))))
    items += `<li>${itemBody([item[3] ?? '', ...rest], link)}</li>`
    end = next
  }
  return [ordered ? `<ol>${items}</ol>\n` : `<ul>${items}</ul>\n`, end]
}

function belongs(lines: readonly string[], at: number, indent: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() !== '')
    return (
      line.search(/\S/) > indent || (!ITEM.test(line) && !startsBlock(line) && lines[at - 1]?.trim() !== '')
    )
  const next = lines[at + 1] ?? ''
  return next.trim() !== '' && next.search(/\S/) > indent
}

function startsBlock(line: string): boolean {
  return /^(#{1,6} |\s*```|>|-{3,}\s*$)/.test(line) || isRow(line)
}

/** A plain item is not wrapped in a paragraph, so that short lists stay tight. */
function itemBody(lines: readonly string[], link: Link): string {
  let head = 1
  while (
    head < lines.length &&
    lines[head]?.trim() !== '' &&
    !ITEM.test(lines[head] ?? '') &&
    !startsBlock(lines[head] ?? '')
  )
    head++
  return `${spans(lines.slice(0, head).join(' '), link)}${blocks(lines.slice(head), link)}`
}

function paragraph(lines: readonly string[], at: number, link: Link): [string, number] {
  let end = at + 1
  while (
    end < lines.length &&
    lines[end]?.trim() !== '' &&
    !startsBlock(lines[end] ?? '') &&
    !ITEM.test(lines[end] ?? '')
  )
    end++
  return [`<p>${spans(lines.slice(at, end).join(' '), link)}</p>\n`, end]
}

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^()\s]+)\)|<(https?:\/\/[^\s<>]+)>/g

function spans(text: string, link: Link): string {
  let out = ''
  let done = 0
  for (const match of text.matchAll(SPAN)) {
    out += escapeHtml(text.slice(done, match.index))
    const [whole, code, bold, emphasis, label, href, address] = match
    if (code !== undefined) out += `<code>${escapeHtml(code)}</code>`
    else if (bold !== undefined) out += `<strong>${spans(bold, link)}</strong>`
    else if (emphasis !== undefined) out += `<em>${spans(emphasis, link)}</em>`
    else out += anchor(label ?? address ?? '', link(href ?? address ?? ''), link)
    done = match.index + whole.length
  }
  return out + escapeHtml(text.slice(done))
}

/** Only addresses that cannot run anything become links; of the rest the text remains. */
function anchor(label: string, href: string, link: Link): string {
  const inner = /^https?:/.test(label) ? escapeHtml(label) : spans(label, link)
  const safe = /^(https?:\/\/|mailto:|#|\/(?!\/)|[\w-]+([/.#?]|$))/.test(href)
  return safe ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner
}
