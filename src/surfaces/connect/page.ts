import { createHash } from 'node:crypto'
import { escapeMarkup } from '../../kernel/markup.ts'

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center;
    background: light-dark(#f4f6f9, #15171c); color: light-dark(#1c2230, #e8eaf0) }
  main { background: light-dark(#fff, #1f222a); border: 1px solid light-dark(#d5d9e0, #3a3f4b);
    border-radius: 14px; padding: 28px; width: min(420px, calc(100vw - 32px)); box-sizing: border-box }
  h1 { font-size: 20px; margin: 0 0 8px } p { margin: 0 0 12px } li { overflow-wrap: anywhere }
  .soft { color: light-dark(#5b6472, #a5adba); margin: 0 }`

/** The page loads nothing and runs nothing, and the address it was reached under goes nowhere. */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

type Shown = { username: string | null; display_name: string | null; missing_scopes: string[] }

export function donePage(label: string, accounts: readonly Shown[], simulated: boolean): string {
  const names = accounts.map(({ display_name, username }) => {
    const known = [display_name, username].filter((name) => name !== null)
    return `<li>${escapeMarkup([...new Set(known)].join(' · '))}</li>`
  })
  const partly = accounts.some(({ missing_scopes }) => missing_scopes.length > 0)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(label)} is connected</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style></head><body><main><h1>${escapeMarkup(label)} is connected</h1>
<ul>${names.join('')}</ul>
${partly ? '<p>Not everything was allowed, so some of it will not work. Connect again to allow the rest.</p>' : ''}
${simulated ? '<p>This was the sandbox: no real account is connected.</p>' : ''}
<p class="soft">You can close this window.</p></main></body></html>`
}
