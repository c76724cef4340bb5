import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { newcomer, runExamples, typeCheck } from './readme.ts'

const run = promisify(execFile)

/** As its README says: packed, installed into an empty project, used. */
describe('the package in a newcomer’s project', () => {
  let folder: string
  let app: TestApp
  let key: string

  before(async () => {
    folder = await newcomer()
    app = await startApp({ store: 'PGlite' })
    key = (await app.tenant()).key
  })
  after(async () => {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('it brings compiled modules, their types and the README, and no other package', () => {
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['@herald'],
    )
    const sdk = join(folder, 'node_modules/@herald/sdk')
    assert.deepEqual(readdirSync(sdk).sort(), ['README.md', 'dist', 'package.json'])
    const built = readdirSync(join(sdk, 'dist'))
    const sources = readdirSync(new URL('../src', import.meta.url)).map((name) => name.replace(/\.ts$/, ''))
    assert.deepEqual(built.sort(), sources.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort())
  })

  test('plain JavaScript imports it by name and calls the service', async () => {
    const file = join(folder, 'plain.js')
    writeFileSync(
      file,
      `import { createClient, isHeraldError } from '@herald/sdk'
      const herald = createClient({ apiKey: process.env.HERALD_API_KEY, baseUrl: process.env.HERALD_BASE_URL })
      const { tier } = await herald.usage.get()
      const refused = await herald.agents.getRun({ id: 'run_nobody' }).catch((error) => error)
      console.log(tier, isHeraldError(refused, 'not_found'))`,
    )
    const env = { PATH: process.env.PATH, HERALD_API_KEY: key, HERALD_BASE_URL: `${app.url}/v1` }
    assert.equal((await run(process.execPath, [file], { env })).stdout, 'scale true\n')
  })

  test('its types hold in a strict project, declarations included: what is right compiles, what is wrong does not', async () => {
    const web = { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] }
    const program = (device: string) => `import { createClient, type PostPublishedEvent } from '@herald/sdk'
      const herald = createClient({ apiKey: 'hk_live_x' })
      const { position } = await herald.seo.rank({ keyword: 'k', domain: 'example.com', device: '${device}' })
      export const place: number | null = position
      export const link = (event: PostPublishedEvent): string | null => event.data.targets[0]?.url ?? null`
    writeFileSync(join(folder, 'right.ts'), program('mobile'))
    await typeCheck(folder, 'right.ts', web)
    writeFileSync(join(folder, 'wrong.ts'), program('tablet'))
    await assert.rejects(typeCheck(folder, 'wrong.ts', web), /wrong\.ts.*"tablet"/)
  })

  test('the README’s examples run as they stand', () => runExamples(folder, `${app.url}/v1`, key))

  test('the README says how to get there, and the version is the service’s', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    assert.ok(readme.includes(`npm install ./herald-sdk-${version}.tgz`))
    const root = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    assert.equal(version, root.version)
  })
})
