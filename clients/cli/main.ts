#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { isHeraldError } from '../typescript/src/index.ts'
import { apiOf } from './api.ts'
import { COMMANDS, RunEnded, UsageError } from './commands.ts'
import type { Output } from './output.ts'
import { configPath, effective } from './settings.ts'

const EXIT = { ok: 0, refused: 1, usage: 2, run_failed: 3, unreachable: 4 } as const
const UNREACHABLE = ['network_error', 'timeout']

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  test: { type: 'boolean' },
  suspend: { type: 'boolean' },
  resume: { type: 'boolean' },
  'no-wait': { type: 'boolean' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  platforms: { type: 'string' },
  location: { type: 'string' },
  device: { type: 'string' },
  forward: { type: 'string' },
  events: { type: 'string' },
  tier: { type: 'string' },
  'base-url': { type: 'string' },
} as const

function help(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length))
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  herald ${usage.padEnd(width)}  ${about}`)
  return [
    'herald: the Herald marketing API on the command line',
    '',
    ...lines,
    '',
    `Add --json for programs. The key is in ${configPath(process.env)}, or in HERALD_API_KEY; the service is at`,
    'HERALD_BASE_URL or http://127.0.0.1:8787/v1. admin commands take ADMIN_TOKEN.',
    'Exit codes: 0 done, 1 refused, 2 called wrongly, 3 the run failed, 4 the service cannot be reached.',
  ].join('\n')
}

/** The longest name first: `runs watch` before `runs`. */
function find(words: string[]) {
  for (const length of [2, 1]) {
    const command = COMMANDS[words.slice(0, length).join(' ')]
    if (command !== undefined && words.length >= length) return { command, args: words.slice(length) }
  }
  throw new UsageError(
    words.length === 0 ? 'say a command' : `there is no command ${words.slice(0, 2).join(' ')}`,
  )
}

async function run(argv: string[], output: Output): Promise<void> {
  const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  output.json = values.json === true
  if (values.help === true) {
    output.out(help())
    return
  }
  const { command, args } = find(positionals)
  const settings = effective(process.env)
  const api_key = command.operator === true ? process.env.ADMIN_TOKEN : settings.api_key
  if (command.operator === true && !api_key) throw new UsageError('set ADMIN_TOKEN for admin commands')
  const abort = new AbortController()
  process.once('SIGINT', () => abort.abort())
  process.once('SIGTERM', () => abort.abort())
  const api = apiOf({ ...settings, api_key })
  await command.run({ args, options: values, env: process.env, api, output, signal: abort.signal })
}

function explain(error: unknown, output: Output): number {
  if (error instanceof RunEnded) return EXIT.run_failed
  if (isHeraldError(error)) {
    const { code, message, fix_hint, request_id } = error
    const hint = fix_hint === undefined ? '' : `\n${fix_hint}`
    output.err(
      output.json
        ? JSON.stringify({ error: { code, message, fix_hint, request_id } })
        : `${code}: ${message}${hint}`,
    )
    return UNREACHABLE.includes(code) ? EXIT.unreachable : EXIT.refused
  }
  const wrong = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  output.err(
    `${error instanceof Error ? error.message : String(error)}${wrong ? '\nherald --help lists the commands.' : ''}`,
  )
  return wrong ? EXIT.usage : EXIT.refused
}

const output: Output = {
  json: false,
  terminal: process.stdout.isTTY === true && !process.env.NO_COLOR,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
}
process.exitCode = await run(process.argv.slice(2), output).then(
  () => EXIT.ok,
  (error) => explain(error, output),
)
