import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openBrowser } from '../../../test/browser.ts'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { TSC } from './readme.ts'

const PACKAGE = new URL('../', import.meta.url).pathname
const SIGNATURE = `sha256=${createHmac('sha256', 's').update('b').digest('hex')}`
const PROGRAM = (sdk: string, baseUrl: string, key: string) => `
  import { createClient, verifyWebhook } from ${JSON.stringify(sdk)}
  const herald = createClient({ apiKey: ${JSON.stringify(key)}, baseUrl: ${JSON.stringify(baseUrl)} })
  const usage = await herald.usage.get()
  const names = []
  for await (const one of herald.apiKeys.list({ limit: 1 })) names.push(one.key_prefix)
  const genuine = await verifyWebhook({ body: 'b', signature: '${SIGNATURE}', secret: 's' })
  const outcome = [usage.tier, names.length, genuine].join(' ')
`

describe('the built package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-sdk-'))
  let app: TestApp
  let key = ''

  before(async () => {
    execFileSync(process.execPath, [TSC, '-p', PACKAGE, '--outDir', join(folder, 'dist')], { stdio: 'pipe' })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    app = await startApp({ store: 'PGlite' })
    key = (await app.tenant()).key
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await app?.close()
  })

  test('it is plain modules with types, and imports nothing but its own files', () => {
    const files = readdirSync(join(folder, 'dist'))
    assert.ok(files.includes('index.js') && files.includes('index.d.ts'))
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join(folder, 'dist', file), 'utf8')
      for (const [, from] of text.matchAll(/from '([^']+)'/g)) assert.match(from ?? '', /^\.\/[\w.-]+\.js$/)
      assert.doesNotMatch(text, /\b(process|Buffer|require)\b\s*[.(]/)
    }
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
  })

  // Where the machine has an older Node of its own, the package is tried on that too.
  const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
  for (const node of new Set(nodes)) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    test(`it works on Node ${version}`, { skip: Number.parseInt(version.slice(1), 10) < 20 }, async () => {
      const file = join(folder, 'program.js')
      writeFileSync(file, `${PROGRAM('./dist/index.js', `${app.url}/v1`, key)}; console.log(outcome)`)
      const text = await new Promise<string>((done, refuse) =>
        execFile(node, [file], (error, stdout) => (error === null ? done(stdout) : refuse(error))),
      )
      assert.match(text, /^scale 1 true\n$/)
    })
  }

  test('it works in a browser', async () => {
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.route('**/sdk/*', (route) => {
        const name = new URL(route.request().url()).pathname.replace('/sdk/', '')
        return name === 'page'
          ? route.fulfill({ contentType: 'text/html', body: '<title>page</title>' })
          : route.fulfill({ contentType: 'text/javascript', path: join(folder, 'dist', name) })
      })
      await page.goto(`${app.url}/sdk/page`)
      const program = `(async () => { ${PROGRAM('/sdk/index.js', `${app.url}/v1`, key).replace(/import \{(.+)\} from (.+)/, 'const {$1} = await import($2)')}; return outcome })()`
      assert.match(String(await page.evaluate(program)), /^scale 1 true$/)
    } finally {
      await browser.close()
    }
  })
})
