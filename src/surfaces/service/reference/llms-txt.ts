import { type Description, operationsOf } from './description.ts'
import { guides } from './guides.ts'

/** The service in the form of llmstxt.org: a title, a summary, and sections of links. */
export function llmsTxt(document: Description, base: string): string {
  const guideLinks = [...guides().values()].map(
    ({ name, title, about }) => `- [${title}](${base}/docs/${name})${about === '' ? '' : `: ${about}`}`,
  )
  const surfaces = document.tags.flatMap(({ name, description }) => {
    const count = operationsOf(document).filter(({ operation }) => operation.tags.includes(name)).length
    return count === 0
      ? []
      : [`- [${name}](${base}/docs#surface-${name}): ${description} (${count} operations)`]
  })
  return `# ${document.info.title}

> A marketing API for developers and their AI agents: visibility in AI answer engines (AEO), SEO, business profiles, ads, content, reviews and social posting over plain HTTPS with JSON, and as an MCP server.

The base address is ${base}. Send \`Authorization: Bearer <API_KEY>\`; \`POST ${base}/checkout/free\` with \`{"email": "…"}\` returns a free key once. Every error has one envelope: branch on \`error.code\`. Retry 429 after \`Retry-After\` seconds, and 500, 502, 503 and time-outs with exponential backoff and the same \`Idempotency-Key\`.

## Guides

${guideLinks.join('\n')}

## API

- [OpenAPI 3.1 description](${base}/openapi.json): every operation with schemas, examples, error codes, scope, meter and rate limit
- [API reference](${base}/docs): the same as a page
- [MCP server](${base}/docs/mcp): how to connect; clients POST JSON-RPC 2.0 to ${base}/mcp with the same bearer key

## Surfaces

${surfaces.join('\n')}

## Optional

- [Plans](${base}/plans): the tiers with their limits as JSON
- [Health](${base}/health): is the process up
`
}
