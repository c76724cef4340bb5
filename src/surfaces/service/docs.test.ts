import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { errorCode, startApp, type TestApp } from '../../../test/harness.ts'

describe('the reference and the guides over HTTP', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ store: 'PGlite', env: { PUBLIC_URL: 'https://herald.example' } })
  })
  after(() => app?.close())

  test('the page allows its own script and style by their digests and nothing from elsewhere', async () => {
    const page = await app.call('GET /docs')
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.doesNotMatch(page.text, /(?:src|href)="(?:https?:)?\/\//)
  })

  test('each operation has a runnable curl, its access, its meter and its errors', async () => {
    const { text } = await app.call('GET /docs')
    for (const { id } of app.registry.operations) assert.ok(text.includes(`id="${id}"`), id)
    assert.ok(
      text.includes(
        'curl https://herald.example/v1/usage \\\n  -H &quot;Authorization: Bearer $HERALD_API_KEY&quot;',
      ),
    )
    assert.ok(text.includes('<span class="badge paid">paid</span>'))
    assert.ok(text.includes('idempotency_collision'))
  })

  test('a guide is a page; any other name is a 404, whatever it tries', async () => {
    for (const name of ['quickstart', 'errors-and-retries']) {
      const page = await app.call(`GET /docs/${name}`)
      assert.equal(page.status, 200)
      assert.match(page.text, /<h1 id="/)
      assert.ok(page.headers.get('content-security-policy'))
    }
    for (const name of [
      'nothing',
      '..%2Fpackage.json',
      'quickstart.md',
      '%2e%2e%2fREADME',
      'constructor',
      '__proto__',
    ]) {
      const page = await app.call(`GET /docs/${name}`)
      assert.equal(page.status, 404, name)
      assert.equal(errorCode(page), 'not_found')
    }
  })

  test('links between guides lead to guides that exist', async () => {
    const names = ['quickstart', 'errors-and-retries']
    for (const name of names) {
      const { text } = await app.call(`GET /docs/${name}`)
      const targets = [...text.matchAll(/href="\/v1(\/[^"#]*)/g)].map((match) => match[1])
      for (const target of new Set(targets)) {
        assert.equal((await app.call(`GET ${target}`)).status, 200, `${name} → ${target}`)
      }
      assert.doesNotMatch(text, /href="[^"]*\.md/)
    }
  })

  test('llms.txt has the form of llmstxt.org, under /v1 and at the root', async () => {
    const { text, headers, status } = await app.call('GET /llms.txt')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    const [title, blank, summary] = text.split('\n')
    assert.match(title ?? '', /^# \S/)
    assert.equal(blank, '')
    assert.match(summary ?? '', /^> \S/)
    assert.equal(text.match(/^# /gm)?.length, 1)
    for (const section of text.split(/^## .+$/m).slice(1)) {
      for (const line of section.trim().split('\n'))
        assert.match(line, /^- \[[^\]]+\]\(https:\/\/herald\.example\/v1\/[^)]+\)(: .+)?$/)
    }
    const root = await fetch(`${app.url}/llms.txt`)
    assert.equal(await root.text(), text)
  })

  test('every link of llms.txt can be followed, and the MCP endpoint is named as one to POST to', async () => {
    const { text } = await app.call('GET /llms.txt')
    const links = [...text.matchAll(/\]\(https:\/\/herald\.example\/v1(\/[^)#]*)/g)].map(([, path]) =>
      String(path),
    )
    assert.ok(links.length > 10)
    for (const link of new Set(links)) assert.equal((await app.call(`GET ${link}`)).status, 200, link)
    assert.match(text, /POST JSON-RPC 2\.0 to https:\/\/herald\.example\/v1\/mcp /)
  })

  test('the root sends a visitor to the reference', async () => {
    const root = await fetch(`${app.url}/`, { redirect: 'manual' })
    assert.equal(root.status, 302)
    assert.equal(root.headers.get('location'), '/v1/docs')
  })
})
