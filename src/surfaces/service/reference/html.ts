/** Markup that is already safe to send. Everything else is escaped on its way into a template. */
export type Markup = { readonly markup: string }

type Part = Markup | string | number | null | undefined | false | readonly Part[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((text, next, index) => `${text}${shown(parts[index - 1])}${next}`) }
}

/** For markup that was built and escaped elsewhere in this folder. */
export function trusted(markup: string): Markup {
  return { markup }
}

function shown(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(shown).join('')
}
