export type Row = Record<string, unknown>

export type Output = {
  json: boolean
  /** Whether somebody looks at it: tables have colours then. */
  terminal: boolean
  out(text: string): void
  err(text: string): void
}

const DIM = 2
const BOLD = 1

function style(output: Output, code: number, text: string): string {
  return output.terminal && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text
}

/** Rows under their headings, or one JSON value for programs. */
export function table(
  output: Output,
  rows: readonly Row[],
  columns: readonly string[],
  whole: unknown,
): void {
  if (output.json) {
    output.out(JSON.stringify(whole, null, 2))
    return
  }
  if (rows.length === 0) {
    output.out(style(output, DIM, 'Nothing.'))
    return
  }
  const cells = rows.map((row) => columns.map((name) => cell(row[name])))
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  output.out(style(output, BOLD, line(columns)))
  for (const row of cells) output.out(line(row))
}

/** One thing, a field a line. */
export function fields(output: Output, value: Row): void {
  if (output.json) {
    output.out(JSON.stringify(value, null, 2))
    return
  }
  const width = Math.max(...Object.keys(value).map((name) => name.length))
  for (const [name, field] of Object.entries(value)) {
    output.out(`${style(output, DIM, name.padEnd(width))}  ${cell(field)}`)
  }
}

export function note(output: Output, text: string): void {
  if (!output.json) output.err(style(output, DIM, text))
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  // Control characters in what a service says must not reach the terminal as commands.
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
