import { curlOf, HEADER_NAMES } from './curl.ts'
import {
  type Described,
  type Description,
  type Listed,
  type Parameter,
  type Response,
  resolve,
} from './description.ts'
import { html, type Markup } from './html.ts'
import { inline } from './markdown.ts'
import { field, fieldList } from './schema-view.ts'

const METERS: Record<string, string> = {
  none: 'not metered',
  action: '1 action',
  agent_run: '1 action + 1 agent run',
  workflow_run: '1 action + 1 workflow run',
}

export function operationView(document: Description, listed: Listed): Markup {
  const { method, path, operation } = listed
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(document, one))
  const search = [operation.operationId, method, path, operation.summary, operation['x-scope']]
    .join(' ')
    .toLowerCase()
  return html`<details class="op" id="${operation.operationId}" data-search="${search}">
<summary><span class="method ${method.toLowerCase()}">${method}</span><code class="path">${path}</code><span class="what">${operation.summary}</span>${badge(operation)}</summary>
<div class="sheet"><div class="prose">
<p>${inline(operation.description)}</p>
${policy(operation)}
${parameterList(document, parameters)}
${bodyView(document, operation)}
${Object.entries(operation.responses)
  .filter(([status]) => status.startsWith('2'))
  .map(([status, response]) => successView(document, status, resolve<Response>(document, response)))}
${errorsView(document, operation)}
</div><div class="samples">
${sample('Request', curlOf(document, listed, parameters))}
${exampleOf(document, operation)}
${tryForm(listed, parameters)}
</div></div></details>`
}

function badge(operation: Described): Markup {
  const access = operation['x-access']
  const open = operation.security.length === 0
  const text = open ? 'no key' : access
  return html`<span class="badges">${operation['x-not-live'] === true ? html`<span class="badge soon">not live yet</span>` : ''}<span class="badge ${access}">${text}</span></span>`
}

function policy(operation: Described): Markup {
  const group = operation['x-rate-limit-group']
  const rows: [string, string][] = [
    ['Operation', operation.operationId],
    ['Scope', operation['x-scope']],
    ['Access', operation['x-access']],
    ['Meter', METERS[operation['x-meter']] ?? operation['x-meter']],
    ['Rate limit', group === null ? 'none' : `group ${group}`],
  ]
  return html`<dl class="policy">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function parameterList(document: Description, parameters: Parameter[]): Markup | '' {
  if (parameters.length === 0) return ''
  return html`${(['path', 'query', 'header'] as const).map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return ''
    return html`<h4>${place === 'header' ? 'Headers' : place === 'path' ? 'Path' : 'Query'}</h4><ul class="fields">${own.map(
      (parameter) => field(document, { ...parameter, required: parameter.required === true }, 'request'),
    )}</ul>`
  })}`
}

function bodyView(document: Description, operation: Described): Markup | '' {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema === undefined ? '' : html`<h4>Body</h4>${fieldList(document, schema, 'request')}`
}

function successView(document: Description, status: string, response: Response): Markup {
  const [type, media] = Object.entries(response.content ?? {})[0] ?? []
  const headers = Object.keys(response.headers ?? {})
  return html`<h4>Reply <span class="status good">${status}</span>${type === undefined || type === 'application/json' ? '' : html` <span class="limit">${type}</span>`}</h4>${
    media?.schema !== undefined && type === 'application/json'
      ? fieldList(document, media.schema, 'reply')
      : html`<p>${response.description}</p>`
  }<p class="values">Headers: ${headers.map((name) => html`<code>${name}</code> `)}</p>`
}

function errorsView(document: Description, operation: Described): Markup {
  const rows = Object.entries(operation.responses).flatMap(([status, raw]) => {
    if (!/^[45]/.test(status)) return []
    const examples = resolve<Response>(document, raw).content?.['application/json']?.examples ?? {}
    return Object.entries(examples).map(
      ([code, { summary }]) =>
        html`<tr><td><span class="status bad">${status}</span></td><td><code>${code}</code></td><td>${inline(summary ?? '')}</td></tr>`,
    )
  })
  return html`<h4>Errors</h4><div class="scroll"><table class="errors"><tbody>${rows}</tbody></table></div>`
}

function sample(title: string, text: string): Markup {
  return html`<figure class="sample"><figcaption>${title}<button type="button" class="copy">Copy</button></figcaption><pre><code>${text}</code></pre></figure>`
}

function exampleOf(document: Description, operation: Described): Markup | '' {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  if (found === undefined) return ''
  const [status, response] = found
  const example = Object.values(resolve<Response>(document, response).content ?? {})[0]?.example
  if (example === undefined) return sample(`Reply ${status}`, status === '204' ? '(no body)' : '')
  return sample(`Reply ${status}`, typeof example === 'string' ? example : JSON.stringify(example, null, 2))
}

/** Everything the page's script needs to run the example is on the form. */
function tryForm({ method, path, operation }: Listed, parameters: Parameter[]): Markup {
  const inputs = parameters.filter((parameter) => parameter.in !== 'header')
  const body = operation.requestBody?.content['application/json']?.example
  const keyed = parameters.some(({ name }) => name === HEADER_NAMES.idempotency)
  const secret = operation.security[0]
  return html`<form class="try" data-method="${method}" data-path="${path}" data-idempotent="${String(keyed)}" data-keyed="${String(secret !== undefined)}">
<div class="try-title">Try it${secret !== undefined && 'operatorToken' in secret ? html` <span class="limit">with the operator’s token as the key</span>` : ''}</div>
${inputs.map(
  (parameter) =>
    html`<label><span>${parameter.name}</span><input name="${parameter.name}" data-in="${parameter.in}" value="${exampleText(parameter.example)}" autocomplete="off" spellcheck="false"></label>`,
)}
${body === undefined ? '' : html`<label class="wide"><span>body</span><textarea name="body" spellcheck="false" rows="${Math.min(14, JSON.stringify(body, null, 2).split('\n').length)}">${JSON.stringify(body, null, 2)}</textarea></label>`}
<div class="row"><button type="submit">Run</button></div><div class="answer" role="status" aria-live="polite"></div></form>`
}

function exampleText(example: unknown): string {
  return example === undefined ? '' : String(example)
}
