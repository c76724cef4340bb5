import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SOURCE = new URL('../src/index.ts', import.meta.url).pathname
const ROOT = new URL('../../../', import.meta.url).pathname

export const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Type-checks and runs every TypeScript block of the README, each as a program of its own. */
export async function runExamples(baseUrl: string, apiKey: string): Promise<void> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')
  assert.ok(examples.length >= 6)
  const folder = await mkdtemp(join(tmpdir(), 'herald-readme-'))
  try {
    const files = examples.map((_, index) => join(folder, `example-${index}.ts`))
    await Promise.all(
      files.map((file, index) =>
        writeFile(file, (examples[index] ?? '').replaceAll("'@herald/sdk'", `'${SOURCE}'`)),
      ),
    )
    const include = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'] }
    const typeRoots = [join(ROOT, 'node_modules/@types')]
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...include, compilerOptions: { typeRoots } }),
    )
    const env = {
      ...process.env,
      HERALD_BASE_URL: baseUrl,
      HERALD_API_KEY: apiKey,
      HERALD_WEBHOOK_SECRET: 'whsec_x',
    }
    await run(process.execPath, [TSC, '-p', folder]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    )
    await Promise.all(files.map((file) => run(process.execPath, [file], { env, timeout: 20_000 })))
  } finally {
    await rm(folder, { recursive: true })
  }
}
