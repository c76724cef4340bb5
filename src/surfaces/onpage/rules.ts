/** On-page changes without any content system: what is valid, the difference, and code or words to apply it by hand. */
import { z } from 'zod'
import { PageUrl } from '../../kernel/domain.ts'
import { escapeMarkup } from '../../kernel/markup.ts'
import { CHANGE_TYPES, type ChangeType, type Values } from '../../providers/cms/types.ts'

export const Change = z
  .strictObject({
    type: z.enum(CHANGE_TYPES),
    value: z.string().min(1).max(100_000).regex(/\S/, 'must not be blank'),
  })
  .superRefine(({ type, value }, ctx) => {
    const issue = issueOf(type, value)
    if (issue !== null) ctx.addIssue({ code: 'custom', message: issue, path: ['value'] })
  })
export type Change = z.infer<typeof Change>

function issueOf(type: ChangeType, value: string): string | null {
  switch (type) {
    case 'title':
      return value.length > 300 ? 'a title has at most 300 characters' : null
    case 'meta_description':
      return value.length > 1_000 ? 'a description has at most 1000 characters' : null
    case 'canonical':
      return PageUrl.safeParse(value).success ? null : 'must be the http or https address of a public page'
    case 'jsonld':
      return isJsonLd(value) ? null : 'must be JSON with an @context or a @graph'
    case 'llms_txt':
      return value.startsWith('# ') ? null : 'llms.txt begins with a title: # Name'
  }
}

function isJsonLd(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value)
    const all = Array.isArray(parsed) ? parsed : [parsed]
    const isNode = (one: unknown) =>
      typeof one === 'object' && one !== null && ('@context' in one || '@graph' in one)
    return all.length > 0 && all.every(isNode)
  } catch {
    return false
  }
}

export type Diff = {
  type: ChangeType
  before: string | null
  after: string
  /** changed: will be or was written. same: nothing to do. unsupported: this way cannot do it. */
  effect: 'changed' | 'same' | 'unsupported'
}

/** `known` has a key for every type that can be changed this way; null where the page itself was not read. */
export function diffOf(changes: readonly Change[], known: Values | null): Diff[] {
  return changes.map(({ type, value }) => {
    if (known === null) return { type, before: null, after: value, effect: 'changed' }
    const before = known[type]
    if (before === undefined) return { type, before: null, after: value, effect: 'unsupported' }
    return { type, before, after: value, effect: before === value ? 'same' : 'changed' }
  })
}

/** Pasted or done by hand the page is not read. A file of its own cannot be served by code in a page's head. */
export function unreadDiff(changes: readonly Change[], mode: 'js_snippet' | 'manual'): Diff[] {
  return diffOf(changes, null).map((diff) =>
    mode === 'js_snippet' && diff.type === 'llms_txt' ? { ...diff, effect: 'unsupported' } : diff,
  )
}

/** What is really written, and what was there: enough to write it back. */
export function changedValues(diff: readonly Diff[]): { before: Values; after: Values } {
  const changed = diff.filter(({ effect }) => effect === 'changed')
  return {
    before: Object.fromEntries(changed.map(({ type, before }) => [type, before])),
    after: Object.fromEntries(changed.map(({ type, after }) => [type, after])),
  }
}

/** Of what a page has, the types that `wanted` is about. */
export function valuesOfTypes(page: Values, wanted: Values): Values {
  return Object.fromEntries(CHANGE_TYPES.filter((type) => type in wanted).map((type) => [type, page[type]]))
}

/**
 * What a rollback has to write, and what stands in its way: a value that is neither what the change wrote nor what
 * was there before it belongs to somebody who came later. What is restored already is left alone.
 */
export function takeBack(
  change: { before: Values; after: Values },
  now: Values,
): { restore: Values; overtaken: ChangeType[] } {
  const restore: Values = {}
  const overtaken: ChangeType[] = []
  for (const type of CHANGE_TYPES) {
    const [before, after, current] = [change.before[type], change.after[type], now[type]]
    if (before === undefined || isSame(current, before)) continue
    if (isSame(current, after)) restore[type] = before
    else overtaken.push(type)
  }
  return { restore, overtaken }
}

/** An empty field and none are the same thing to a page. */
function isSame(current: string | null | undefined, other: string | null | undefined): boolean {
  return current !== undefined && (current ?? '') === (other ?? '')
}

/** Code that a person pastes into the page's head. Every < is escaped, so that no value can end the script. */
export function snippetFor(changes: readonly Change[]): string | null {
  const values = Object.fromEntries(
    changes.filter(({ type }) => type !== 'llms_txt').map(({ type, value }) => [type, value]),
  )
  if (Object.keys(values).length === 0) return null
  const data = JSON.stringify(values)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `<script>
(function (v, d) {
  function put(selector, tag, attributes) {
    var found = d.head.querySelector(selector) || d.head.appendChild(d.createElement(tag));
    for (var name in attributes) found.setAttribute(name, attributes[name]);
    return found;
  }
  if (v.title) d.title = v.title;
  if (v.meta_description) put('meta[name="description"]', 'meta', { name: 'description', content: v.meta_description });
  if (v.canonical) put('link[rel="canonical"]', 'link', { rel: 'canonical', href: v.canonical });
  if (v.jsonld) put('script[data-herald="jsonld"]', 'script', { type: 'application/ld+json', 'data-herald': 'jsonld' }).textContent = v.jsonld;
})(${data}, document);
</script>`
}

const WORDS: Record<ChangeType, (value: string) => string> = {
  title: (value) => `Set the page's <title> to: ${value}`,
  meta_description: (value) => `Set <meta name="description"> to: ${value}`,
  canonical: (value) => `Put <link rel="canonical" href="${escapeMarkup(value)}"> into the head.`,
  jsonld: () => 'Put the value into the head inside <script type="application/ld+json">.',
  llms_txt: () => 'Serve the value as plain text at /llms.txt of the domain.',
}

export function instructionsFor(changes: readonly Change[]): string[] {
  return changes.map(({ type, value }) => WORDS[type](value))
}
