import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { ADMIN_TOKEN, caller } from './harness.ts'
import { keepSettingsSecret, readLine } from './leaks.ts'

export type Server = {
  url: string
  child: ChildProcess
  call: ReturnType<typeof caller>
  kill(): Promise<void>
  stop(): Promise<number>
}

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}
/** What `npm start` tells Node. */
const FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

const children = new Set<ChildProcess>()

/** A failed test must not leave a server behind, which would keep the test process alive. */
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** The service as its users start it: a process of its own. */
export async function startProcess(
  env: Record<string, string>,
  entry = 'src/main.ts',
  args: string[] = [],
  { watched = true } = {},
): Promise<Server> {
  const unread = watched ? null : unreadFile()
  keepSettingsSecret({ ADMIN_TOKEN, ...env })
  const child = spawn(process.execPath, ['--expose-gc', ...FLAGS, entry, ...args], {
    cwd: new URL('..', import.meta.url),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ADMIN_TOKEN,
      LOG_LEVEL: 'info',
      SIGNUPS_PER_IP_PER_MINUTE: '100000',
      ...env,
    },
    stdio: ['ignore', unread?.fd ?? 'pipe', 'pipe'],
  })
  children.add(child)
  let complaints = ''
  if (child.stderr !== null)
    createInterface(child.stderr).on('line', (line) => {
      complaints += `${line}\n`
      readLine(line)
    })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${complaints}`)))
    const look = (line: string) => {
      const found = /(http:\/\/\S+)\/v1$/m.exec(line)
      if (found?.[1] !== undefined) resolve(found[1])
      return found !== null
    }
    if (child.stdout !== null) {
      createInterface(child.stdout).on('line', (line) => {
        readLine(line)
        look(line)
      })
    } else {
      const polling = setInterval(() => look(unread?.read() ?? '') && clearInterval(polling), 50)
    }
  })
  const gone = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? -1
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = await exit
    return typeof code === 'number' ? code : -1
  }
  return {
    url,
    child,
    call: caller(url),
    kill: async () => void (await gone('SIGKILL')),
    stop: () => gone('SIGTERM'),
  }
}

/** A bench has nobody read the log: on two cores a reader would cost as much as the server spends on writing it. */
function unreadFile(): { fd: number; read(): string } {
  const file = join(mkdtempSync(join(tmpdir(), 'herald-log-')), 'log')
  const fd = openSync(file, 'w')
  after(() => rmSync(dirname(file), { recursive: true, force: true }))
  return { fd, read: () => readFileSync(file, 'utf8') }
}

export async function makeTenant(
  server: Server,
  limits: Record<string, number> = {},
): Promise<{ id: string; key: string }> {
  const made = await server.call('POST /admin/tenants', {
    key: ADMIN_TOKEN,
    body: {
      email: `${crypto.randomUUID()}@example.com`,
      tier: 'scale',
      limits: { requests_per_minute: 100_000, ...limits },
    },
  })
  return { id: String(made.body.tenant_id), key: String(made.body.api_key) }
}
