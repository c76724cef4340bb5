import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { methodOf, pathOf } from '../src/kernel/operation.ts'
import { loadSurfaces } from '../src/surfaces/load.ts'

/** The rules of the house, read off the source: who imports whom, and what may stand where. */

const ROOT = join(import.meta.dirname, '..')
const files = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.(test|gen)\.ts$|\/fixtures\/|write-openapi\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** What each layer may import, beside itself. Files directly in src compose, and may import everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  kernel: [],
  store: ['kernel'],
  jobs: ['kernel', 'store'],
  meter: ['kernel', 'store'],
  accounts: ['kernel', 'store'],
  providers: ['kernel/plans.ts'],
  events: ['kernel', 'store', 'providers'],
  connections: ['kernel', 'store', 'events', 'providers'],
  runs: ['kernel', 'store', 'jobs', 'meter', 'events', 'providers'],
  pipeline: ['kernel', 'store', 'meter', 'accounts'],
  surfaces: [
    'kernel',
    'store',
    'jobs',
    'meter',
    'accounts',
    'events',
    'connections',
    'runs',
    'agents',
    'billing',
    'providers',
  ],
  http: ['kernel', 'pipeline'],
  mcp: ['kernel', 'store', 'pipeline', 'http'],
  agents: ['kernel', 'store', 'runs', 'providers'],
  billing: ['kernel', 'store', 'jobs', 'accounts', 'meter', 'events', 'providers'],
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] as string)
}

/** Comments speak about such things; only code may not do them. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function layerOf(file: string): string | null {
  const [, layer, rest] = file.split('/')
  return rest === undefined ? null : (layer as string)
}

describe('imports', () => {
  test('a layer imports only the layers below it', () => {
    const broken = files.flatMap(({ file, text }) => {
      const layer = layerOf(file)
      if (layer === null) return []
      const allowed = MAY_IMPORT[layer]
      if (allowed === undefined) return [`${file}: the layer ${layer} has no rule in test/house.test.ts`]
      return importsOf(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(ROOT, join(ROOT, dirname(file), target)))
        .filter((target) => target.startsWith('src/'))
        .filter((target) => {
          const other = layerOf(target)
          return other === null
            ? !['version.ts', 'ports.ts'].includes(basename(target))
            : other !== layer && !allowed.some((one) => one === other || target === `src/${one}`)
        })
        .map((target) => `${file} imports ${target}`)
    })
    assert.deepEqual(broken, [])
  })

  test('a surface imports no other surface', () => {
    const broken = files.flatMap(({ file, text }) => {
      const own = /^src\/surfaces\/([^/]+)\//.exec(file)?.[1]
      if (own === undefined) return []
      return importsOf(text)
        .map((target) => relative(ROOT, join(ROOT, dirname(file), target)))
        .filter((target) => target.startsWith('src/surfaces/') && !target.startsWith(`src/surfaces/${own}/`))
        .map((target) => `${file} imports ${target}`)
    })
    assert.deepEqual(broken, [])
  })

  test('the kernel imports zod and the runtime only', () => {
    const foreign = files
      .filter(({ file }) => file.startsWith('src/kernel/'))
      .flatMap(({ file, text }) => importsOf(text).map((target) => ({ file, target })))
      .filter(({ target }) => !target.startsWith('./') && !target.startsWith('node:') && target !== 'zod')
    assert.deepEqual(foreign, [])
  })

  test('src and the sandbox know nothing of each other, but for the one that starts it', () => {
    const inSrc = files.filter(
      ({ file, text }) =>
        importsOf(text).some((target) => /(^|\/)sandbox\//.test(target)) &&
        !['src/start.ts', 'src/demo.ts'].includes(file),
    )
    assert.deepEqual(
      inSrc.map(({ file }) => file),
      [],
    )
    const inSandbox = globSync('sandbox/**/*.ts', { cwd: ROOT }).filter((file) =>
      importsOf(readFileSync(join(ROOT, file), 'utf8')).some((target) => target.includes('/src/')),
    )
    assert.deepEqual(inSandbox, [])
  })
})

describe('what may stand where', () => {
  /** pattern, where it is allowed, and why. */
  const RULES: [string, RegExp, RegExp][] = [
    ['the environment is read in config', /process\.env/, /^src\/(config|start|demo|main)\.ts$/],
    [
      'time comes from the clock',
      /new Date\(\)|Date\.now\(\)/,
      /^src\/kernel\/(clock|ids)\.ts$|^src\/demo\.ts$/,
    ],
    ['chance comes from ids', /Math\.random\(\)/, /^src\/kernel\/ids\.ts$/],
    [
      'the network is reached through the guarded caller',
      /(?<![.\w])fetch\(/,
      /^src\/demo\.ts$|^src\/surfaces\/service\/reference\//,
    ],
    ['no type check is switched off', /@ts-ignore|@ts-expect-error|@ts-nocheck/, /^$/],
    [
      'SQL stands in store files',
      /\bsql`/,
      /(^|\/)([\w-]+-)?store\.ts$|^src\/store\/|^src\/readiness\.ts$|^src\/pipeline\/(idempotency|rate-window)\.ts$/,
    ],
  ]
  for (const [name, pattern, allowed] of RULES) {
    test(name, () => {
      const broken = files
        .filter(({ file, text }) => !allowed.test(file) && pattern.test(codeOf(text)))
        .map(({ file }) => file)
      assert.deepEqual(broken, [])
    })
  }

  test('a statement about a tenant’s rows names tenant_id', () => {
    const tables = tenantTables()
    const broken = files.flatMap(({ file, text }) =>
      [...text.matchAll(/\bsql`([^`]*)`/g)]
        .map((match) => match[1] as string)
        .filter(
          (statement) =>
            tables.some((table) => new RegExp(`\\b(from|into|update|join)\\s+${table}\\b`).test(statement)) &&
            !/tenant_id/.test(statement),
        )
        .filter((statement) => !SWEEPS.some((sweep) => statement.includes(sweep)))
        .map((statement) => `${file}: ${statement.trim().slice(0, 80)}`),
    )
    assert.deepEqual(broken, [])
  })

  test('no file is longer than 250 lines', () => {
    const long = files
      .filter(({ text }) => text.split('\n').length > 251)
      .map(({ file, text }) => `${file}: ${text.split('\n').length}`)
    assert.deepEqual(long, [])
  })
})

/** Statements that serve every tenant at once: queues, and what maintenance sweeps. */
const SWEEPS = [
  'herald_now() - interval',
  'herald_now()) - make_interval',
  'for update skip locked',
  'where id = ',
  'where hash = ',
  'where owner = ',
  'group by queue',
  'any(',
]

function tenantTables(): string[] {
  const migrations = globSync('migrations/*.sql', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  return migrations.flatMap((text) =>
    [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+) \(([\s\S]*?)\n\)/g)]
      .filter((match) => /\btenant_id\b/.test(match[2] as string))
      .map((match) => match[1] as string),
  )
}

describe('names', () => {
  test('an operation’s id is its surface and its file', async () => {
    for (const surface of await loadSurfaces()) {
      for (const declared of surface.operations) {
        const file = join(ROOT, 'src/surfaces', `${declared.id.replace('.', '/')}.ts`)
        assert.ok(existsSync(file), `${declared.id} stands in ${relative(ROOT, file)}`)
        assert.equal(declared.id.split('.')[0], surface.name)
      }
    }
  })

  test('a surface is its first path segment', async () => {
    for (const surface of await loadSurfaces()) {
      if (surface.name === 'service') continue
      for (const declared of surface.operations) {
        assert.ok(
          pathOf(declared).startsWith(`/${surface.name}`),
          `${declared.id} answers ${methodOf(declared)} ${pathOf(declared)}`,
        )
      }
    }
  })

  test('every operation that stands in a folder is listed by its index', async () => {
    const listed = new Set(
      (await loadSurfaces()).flatMap((surface) => surface.operations.map(({ id }) => id)),
    )
    const declared = files
      .filter(({ file, text }) => file.startsWith('src/surfaces/') && /export default operation\(/.test(text))
      .map(({ text }) => /operation\(\{[\s\S]*?\bid: '([^']+)'/.exec(text)?.[1])
    assert.deepEqual(
      declared.filter((id) => id === undefined || !listed.has(id)),
      [],
    )
  })
})
