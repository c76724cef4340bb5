import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { before, describe, test } from 'node:test'
import { z } from 'zod'
import { EVENT_NAMES, EVENTS, exampleEnvelope } from '../events/catalogue.ts'
import { signatureHeaders, signingKey } from '../events/sign.ts'
import { type Json, resolve } from './compare-schemas.ts'
import { currentDescription } from './write-openapi.ts'

type Described = {
  parameters: Json[]
  description: string
  requestBody: { content: { 'application/json': { schema: Json; example: unknown } } }
}

describe('the webhooks of openapi.json', () => {
  let document: Json & { webhooks: Record<string, { post: Described }> }
  before(async () => {
    document = JSON.parse(await currentDescription())
  })

  const of = (name: string): Described => {
    const found = document.webhooks[name]
    assert.ok(found, `${name} is not described`)
    return found.post
  }

  test('every event of the catalogue is there, with what it means and the example that receivers get', () => {
    assert.deepEqual(Object.keys(document.webhooks), EVENT_NAMES)
    for (const name of EVENT_NAMES) {
      const { description, requestBody } = of(name)
      assert.equal(description, EVENTS[name].description)
      assert.deepEqual(requestBody.content['application/json'].example, exampleEnvelope(name))
    }
  })

  test('a schema takes its own event and no other’s, and describes data as the catalogue does', () => {
    for (const name of EVENT_NAMES) {
      const { schema } = of(name).requestBody.content['application/json']
      const { properties, required } = resolve(document, schema) as {
        properties: Record<string, Json>
        required: string[]
      }
      assert.deepEqual(required, ['id', 'event', 'created_at', 'tenant_id', 'data'])
      assert.equal(properties.event?.const, name)
      const declared = z.toJSONSchema(EVENTS[name].data) as Json
      const data = resolve(document, properties.data as Json)
      assert.deepEqual(Object.keys(data.properties as Json), Object.keys(declared.properties as Json))
      assert.deepEqual(data.required, declared.required)
    }
  })

  test('the headers are those that a delivery carries, and no other', () => {
    const key = signingKey(`whsec_${Buffer.alloc(32).toString('base64')}`)
    const sent = signatureHeaders({ id: 'evt_1', body: '{}' }, { current: key, previous: [] }, 1)
    for (const { post } of Object.values(document.webhooks)) {
      const headers = post.parameters.map((parameter) => resolve(document, parameter))
      assert.deepEqual(
        headers.map(({ name }) => String(name).toLowerCase()),
        Object.keys(sent),
      )
      for (const { name, schema } of headers) {
        const { pattern = '' } = schema as { pattern?: string }
        assert.match(String(sent[String(name).toLowerCase()]), new RegExp(pattern))
      }
    }
  })
})

test('npm run openapi -- --accept "<why>" tells the command that writes the description, and only that one', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'herald-scripts-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', type: 'module', scripts }))
    for (const file of ['src/http/write-openapi.ts', 'clients/typescript/generate.ts']) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), `console.log('${file}', ...process.argv.slice(2))`)
    }
    const shown = execFileSync('npm', ['run', '--silent', 'openapi', '--', '--accept', 'it was wrong'], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(
      shown.trim(),
      'src/http/write-openapi.ts --accept it was wrong\nclients/typescript/generate.ts',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
