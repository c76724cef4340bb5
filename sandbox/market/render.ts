import type { Line } from './compose.ts'

/** A stretch of rendered text and the sources that support it; offsets are JavaScript's. */
export type Span = { start: number; end: number; cites: readonly number[] }

export type Rendered = {
  text: string
  /** What the source supports: the line itself. */
  supported: Span[]
  /** Where each single citation mark stands. */
  marks: { start: number; end: number; source: number }[]
}

/** Joins lines into markdown; `mark` writes one citation, or nothing for platforms without marks. */
export function render(lines: readonly Line[], mark: (source: number, order: number) => string): Rendered {
  let text = ''
  const supported: Span[] = []
  const marks: Rendered['marks'] = []
  let order = 0
  lines.forEach((line, index) => {
    if (index > 0) text += separator(lines[index - 1], line)
    const start = text.length
    text += line.text
    if (line.cites.length > 0) supported.push({ start, end: text.length, cites: line.cites })
    for (const source of line.cites) {
      const at = text.length
      text += mark(source, order)
      order += 1
      marks.push({ start: at, end: text.length, source })
    }
  })
  return { text, supported, marks }
}

export function plain(lines: readonly Line[]): string {
  return render(lines, () => '').text
}

/** Lines of one list or table touch each other; everything else is a paragraph of its own. */
export function separator(before: Line | undefined, after: Line): string {
  return before?.kind === after.kind && after.kind !== 'paragraph' ? '\n' : '\n\n'
}
