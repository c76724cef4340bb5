/** The page on which a person allows or refuses. It says on its face that it is not the platform's. */

export type Consent = { label: string; client: string; scopes: readonly string[]; action: string }

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a3f4b); --soft: light-dark(#5b6472, #a5adba) }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center;
    background: light-dark(#f4f6f9, #15171c); color: light-dark(#1c2230, #e8eaf0) }
  main { background: light-dark(#fff, #1f222a); border: 1px solid var(--line); border-radius: 14px; padding: 28px;
    width: min(420px, calc(100vw - 32px)); box-sizing: border-box }
  h1 { font-size: 20px; margin: 12px 0 4px } p { color: var(--soft); margin: 0 0 18px }
  .tag { font-size: 12px; letter-spacing: .06em; text-transform: uppercase; padding: 3px 10px; border-radius: 99px;
    background: light-dark(#fff1cc, #4a3b10); color: light-dark(#6b4e00, #ffdf8a) }
  label { display: block } .name { font-weight: 600; margin-bottom: 6px }
  input[type=text] { width: 100%; box-sizing: border-box; font: inherit; padding: 9px 11px; border-radius: 8px;
    border: 1px solid var(--line); background: transparent; color: inherit }
  fieldset { border: 0; padding: 0; margin: 18px 0 } legend { font-weight: 600; padding: 0 }
  fieldset label { font-size: 14px; overflow-wrap: anywhere; padding: 3px 0 }
  .actions { display: flex; gap: 10px; justify-content: flex-end }
  button { font: inherit; font-weight: 600; border-radius: 8px; padding: 9px 18px; border: 1px solid var(--line);
    background: transparent; color: inherit; cursor: pointer }
  button.allow { background: #2456d6; border-color: #2456d6; color: #fff }
  :focus-visible { outline: 3px solid #7aa2ff; outline-offset: 2px }`

export function consentPage({ label, client, scopes, action }: Consent): string {
  const boxes = scopes
    .map(
      (scope) =>
        `<label><input type="checkbox" name="scope" value="${escaped(scope)}" checked> ${escaped(scope)}</label>`,
    )
    .join('')
  return frame(
    `${label} sandbox`,
    `<h1>${escaped(client)} wants access to your ${escaped(label)} account</h1>
    <p>Nothing here is real: no account is touched.</p>
    <form method="post" action="${escaped(action)}">
      <label class="name" for="username">Account name</label>
      <input type="text" id="username" name="username" value="acme" maxlength="200" required autocomplete="off">
      <fieldset><legend>It will be able to use</legend>${boxes}</fieldset>
      <div class="actions">
        <button name="decision" value="deny" formnovalidate>Deny</button>
        <button class="allow" name="decision" value="allow">Allow</button>
      </div>
    </form>`,
  )
}

/** As platforms do: what is wrong with the request itself is shown, and nobody is sent anywhere. */
export function refusalPage(label: string, reason: string): string {
  return frame(`${label} sandbox`, `<h1>This request cannot be allowed</h1><p>${escaped(reason)}</p>`)
}

function frame(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style></head><body><main><span class="tag">Sandbox</span>${content}</main></body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
