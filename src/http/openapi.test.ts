import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { AnyOperation } from '../kernel/operation.ts'
import { createRegistry } from '../kernel/registry.ts'
import { loadSurfaces } from '../surfaces/load.ts'
import type { Json } from './compare-schemas.ts'
import { resolve } from './compare-schemas.ts'
import {
  type Acknowledged,
  BREAKING_FILE,
  currentDescription,
  DESCRIPTION_FILE,
  readIfThere,
  unacknowledged,
} from './write-openapi.ts'

const ROOT = new URL('../../', import.meta.url)

type Described = Json & {
  summary: string
  description: string
  parameters?: Json[]
  requestBody?: { content: Record<string, { schema: Json; example: unknown }> }
  responses: Record<string, Json>
}

describe('openapi.json', () => {
  let current = ''
  let document: { paths: Record<string, Record<string, Described>> } & Json = { paths: {} }
  let operations: readonly AnyOperation[] = []
  const committed = readIfThere(DESCRIPTION_FILE, '{"paths":{}}')

  before(async () => {
    current = await currentDescription()
    document = JSON.parse(current)
    operations = createRegistry(await loadSurfaces()).operations
  })

  const of = (declared: AnyOperation): Described => {
    const [method = '', path = ''] = declared.route.split(' ')
    const found = document.paths[path]?.[method.toLowerCase()]
    assert.ok(found, `${declared.route} is not described`)
    return found
  }

  test('the committed description is the current one (npm run openapi writes it)', () => {
    assert.ok(committed === current, 'openapi.json is out of date: npm run openapi')
  })

  test('no change breaks the committed description unless it is acknowledged with a reason', () => {
    const acknowledged = JSON.parse(readIfThere(BREAKING_FILE, '[]')) as Acknowledged[]
    assert.deepEqual(unacknowledged(committed, current, acknowledged), [])
    for (const { change, reason } of acknowledged) assert.ok(reason?.length > 0, `why: ${change}`)
  })

  test('an unacknowledged break is named, an acknowledged one passes', () => {
    const broken = structuredClone(document)
    delete broken.paths['/usage']
    const lines = unacknowledged(current, JSON.stringify(broken), [])
    assert.deepEqual(lines, ['GET /usage: operation removed'])
    const acknowledged = [{ change: 'GET /usage: operation removed', reason: 'a test' }]
    assert.deepEqual(unacknowledged(current, JSON.stringify(broken), acknowledged), [])
  })

  test('every operation says what it does, who may call it and what it counts against', () => {
    for (const declared of operations) {
      const described = of(declared)
      assert.equal(described.operationId, declared.id)
      assert.ok(described.summary.length > 3, declared.id)
      assert.ok(described.description.length >= 10, declared.id)
      assert.ok(['free', 'paid', 'operator'].includes(String(described['x-access'])), declared.id)
      assert.equal(described['x-meter'], declared.meter)
      assert.equal(described['x-rate-limit-group'], declared.rate)
      const ways = { public: 0, optional: 2 }[declared.scope as string] ?? 1
      assert.equal((described.security as unknown[]).length, ways, declared.id)
    }
  })

  test('every request body and every JSON reply has an example', () => {
    for (const declared of operations) {
      const { requestBody, responses } = of(declared)
      const body = requestBody?.content['application/json']
      if (requestBody !== undefined) assert.ok(body?.example !== undefined, declared.id)
      // An operation that answers in several shapes has an example of one of them.
      const replies = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(
          ([, response]) => (response.content as Json | undefined)?.['application/json'] as Json | undefined,
        )
        .filter((json) => json !== undefined)
      if (replies.length > 0)
        assert.ok(
          replies.some((json) => json.example !== undefined),
          declared.id,
        )
    }
  })

  test('every error status enumerates its codes, and every reply names its headers', () => {
    for (const declared of operations) {
      for (const [status, raw] of Object.entries(of(declared).responses)) {
        const response = resolve(document, raw)
        const headers = Object.keys(response.headers as Json)
        assert.ok(headers.includes('x-request-id'), declared.id)
        if (status === '429')
          assert.ok(headers.includes('Retry-After') && headers.includes('X-RateLimit-Limit'))
        if (status === '200' && declared.rate !== null) assert.ok(headers.includes('X-RateLimit-Remaining'))
        if (status.startsWith('2') && declared.idempotent !== false)
          assert.ok(headers.includes('Idempotent-Replayed'), declared.id)
        if (/^[45]/.test(status)) assert.ok(codesOf(response).length > 0, `${declared.id} ${status}`)
      }
      const codes = Object.values(of(declared).responses).flatMap((raw) => codesOf(resolve(document, raw)))
      for (const code of Object.keys(declared.errors))
        assert.ok(codes.includes(code), `${declared.id}: ${code}`)
    }
  })

  test('it is clean by the recommended rules of a public linter', () => {
    const folder = mkdtempSync(join(tmpdir(), 'herald-openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      writeFileSync(file, current)
      const report = lint(file)
      assert.deepEqual(report, [])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

function codesOf(response: Json): string[] {
  const content = response.content as Record<string, { schema: Json }> | undefined
  const at = (schema: Json | undefined, name: string) => (schema?.properties as Record<string, Json>)?.[name]
  const code = at(at(content?.['application/json']?.schema, 'error'), 'code')
  return Array.isArray(code?.enum) ? code.enum.map(String) : []
}

/** The linter's own command with the repository's configuration; it is told not to call home. */
function lint(file: string): string[] {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const bin = join(dirname(manifest), 'bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' } as const
  let text: string
  try {
    text = execFileSync(process.execPath, [bin, 'lint', '--format=json', file], options)
  } catch (error) {
    text = (error as { stdout: string }).stdout
  }
  const { problems } = JSON.parse(text) as { problems: { ruleId: string; message: string }[] }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}
