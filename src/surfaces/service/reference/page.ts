import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Description, operationsOf } from './description.ts'
import { type Guide, guideLink, guides } from './guides.ts'
import { html, type Markup, trusted } from './html.ts'
import { inline, markdown } from './markdown.ts'
import { operationView } from './operation-view.ts'

const STYLE = ['frame.css', 'operation.css', 'sheet.css', 'try.css'].map(read).join('\n')
const SCRIPT = read('page.js')

/** Our one style and our one script run, nothing else does, and the page talks to nobody but this service. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src '${digest(SCRIPT)}'`,
    `style-src '${digest(STYLE)}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
} as const

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234f46e5'/%3E%3Cpath d='M9 7v18M23 7v18M9 16h14' stroke='%23fff' stroke-width='4' stroke-linecap='round'/%3E%3C/svg%3E"

const built = new WeakMap<Description, Map<string, string>>()

/** Pages follow from the description and the guides, which do not change while we run: each is built once. */
function once(document: Description, name: string, build: () => string): string {
  const pages = built.get(document) ?? new Map<string, string>()
  built.set(document, pages)
  const page = pages.get(name) ?? build()
  pages.set(name, page)
  return page
}

export function referencePage(document: Description): string {
  return once(document, '', () => {
    const groups = groupsOf(document).map(
      ({ name, about, listed }) =>
        html`<section class="group" id="surface-${name}"><h2>${name}</h2><p class="about">${about}</p>${listed.map((one) => operationView(document, one))}</section>`,
    )
    const nothing = html`<p class="nothing" hidden>Nothing here matches. Try a path, a verb or a scope.</p>`
    return shell(document, 'API reference', html`${intro(document)}${groups}${nothing}`, '')
  })
}

export function guidePage(document: Description, guide: Guide): string {
  return once(document, guide.name, () => {
    const article = html`<article class="guide">${markdown(guide.text, guideLink)}</article>`
    return shell(document, guide.title, article, guide.name)
  })
}

/** Read by few, so at the end. */
const LAST = ['service', 'admin']

function groupsOf(document: Description) {
  const operations = operationsOf(document)
  return document.tags
    .map(({ name, description }) => ({
      name,
      about: description,
      listed: operations.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ listed }) => listed.length > 0)
    .sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))
}

function intro(document: Description): Markup {
  const count = operationsOf(document).length
  const paragraphs = document.info.description.split('\n\n').map((text) => html`<p>${inline(text)}</p>`)
  return html`<header class="intro"><h1>${document.info.title} API <span class="version">v${document.info.version}</span></h1>${paragraphs}
<p class="facts"><span><b>${count}</b> operations</span><span>Base <code>${document.servers[0]?.url ?? ''}</code></span><a href="/v1/openapi.json">openapi.json</a><a href="/v1/llms.txt">llms.txt</a></p>
<form class="key" autocomplete="off"><label for="key">API key</label><input id="key" type="password" placeholder="hk_test_… to run the examples here" autocomplete="off" spellcheck="false"><button type="button" id="forget" hidden>Forget</button><small>Kept in this tab only. No key yet? Run <a href="#checkout.free">POST /checkout/free</a> below.</small></form></header>`
}

function sidebar(document: Description, here: string): Markup {
  const pages = [...guides().values()].map(
    ({ name, title }) =>
      html`<li><a href="/v1/docs/${name}"${name === here ? trusted(' aria-current="page"') : ''}>${title}</a></li>`,
  )
  const groups = groupsOf(document).map(({ name, listed }) => {
    const links = listed.map(
      ({ method, operation }) =>
        html`<li data-for="${operation.operationId}"><a href="/v1/docs#${operation.operationId}"><span class="verb ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>${operation.summary}</a></li>`,
    )
    return html`<details class="nav-group"><summary>${name}<span class="count">${listed.length}</span></summary><ul>${links}</ul></details>`
  })
  return html`<h3>Guides</h3><ul>${pages}</ul><h3>Reference</h3>${groups}`
}

function shell(document: Description, title: string, main: Markup, here: string): string {
  const reference = here === ''
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · ${document.info.title}</title>
<link rel="icon" href="${ICON}"><style>${trusted(STYLE)}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header class="bar"><a class="brand" href="/v1/docs"><span class="mark" aria-hidden="true"></span>${document.info.title}</a>${
    reference
      ? html`<label class="find"><span class="hidden">Filter operations</span><input id="filter" type="search" placeholder="Filter operations…" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>`
      : html`<a class="back" href="/v1/docs">API reference</a>`
  }<button type="button" id="menu" aria-expanded="false" aria-controls="nav">Menu</button></header>
<div class="frame"><nav id="nav" aria-label="Pages">${sidebar(document, here)}</nav><main id="main">${main}</main></div>
<script>${trusted(SCRIPT)}</script></body></html>
`.markup
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function read(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
}
