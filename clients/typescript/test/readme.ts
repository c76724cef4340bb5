import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGE = new URL('../', import.meta.url).pathname
const ROOT = new URL('../../../', import.meta.url).pathname

export const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** A project of a newcomer in a folder of its own: the package as npm packs it, installed, and nothing else. */
export async function newcomer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'herald-newcomer-'))
  await writeFile(join(folder, 'package.json'), '{"name":"newcomer","private":true,"type":"module"}')
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE })
  const archive = `./${packed.stdout.trim()}`
  // Without a registry: a package that needs another would fail here.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder })
  return folder
}

/** Compiles every file of the project, the package's declarations included. Throws with what the compiler says. */
export async function typeCheck(folder: string, files: string, options: object): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    ...options,
  }
  const config = join(folder, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions, include: [files] }))
  await run(process.execPath, [TSC, '-p', config]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
}

/** Type-checks and runs every TypeScript block of the README as it stands, each as a program of its own. */
export async function runExamples(folder: string, baseUrl: string, apiKey: string): Promise<void> {
  const text = await readFile(join(folder, 'node_modules/@herald/sdk/README.md'), 'utf8')
  const examples = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  assert.ok(examples.length >= 6)
  const files = examples.map((_, index) => join(folder, `example-${index}.ts`))
  await Promise.all(files.map((file, index) => writeFile(file, examples[index] ?? '')))
  // The declarations of Node have the library's own for company, which we do not answer for.
  const node = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true }
  await typeCheck(folder, 'example-*.ts', node)
  const env = {
    ...process.env,
    HERALD_BASE_URL: baseUrl,
    HERALD_API_KEY: apiKey,
    HERALD_WEBHOOK_SECRET: 'whsec_x',
  }
  await Promise.all(files.map((file) => run(process.execPath, [file], { env, timeout: 20_000 })))
}
