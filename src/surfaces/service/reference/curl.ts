import type { Description, Listed, Parameter } from './description.ts'

export const HEADER_NAMES = { idempotency: 'Idempotency-Key' } as const

/** The operation's example as a command that runs as it stands, with the key in the environment. */
export function curlOf(
  document: Description,
  { method, path, operation }: Listed,
  parameters: Parameter[],
): string {
  const example = operation.requestBody?.content['application/json']?.example
  const [security] = operation.security
  const secret =
    security === undefined ? null : 'operatorToken' in security ? 'ADMIN_TOKEN' : 'HERALD_API_KEY'
  const keyed = parameters.some(({ name }) => name === HEADER_NAMES.idempotency)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(urlOf(document, path, parameters))}`,
    secret === null ? null : `-H "Authorization: Bearer $${secret}"`,
    example === undefined ? null : `-H 'Content-Type: application/json'`,
    keyed ? `-H "Idempotency-Key: $(uuidgen)"` : null,
    example === undefined ? null : `-d ${quoted(JSON.stringify(example, null, 2))}`,
  ]
    .filter((line) => line !== null)
    .join(' \\\n  ')
}

function urlOf(document: Description, path: string, parameters: Parameter[]): string {
  const examples = new Map(parameters.map((parameter) => [parameter.name, parameter.example]))
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    encodeURIComponent(String(examples.get(name) ?? whole)),
  )
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
      .map((parameter): [string, string] => [parameter.name, String(parameter.example)]),
  ).toString()
  return `${document.servers[0]?.url ?? ''}${filled}${query === '' ? '' : `?${query}`}`
}

/** Single quotes keep everything for the shell but themselves. */
function quoted(text: string): string {
  return /^[\w:/.%~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
