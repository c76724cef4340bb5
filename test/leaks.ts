/**
 * Reads every log line and every error that the suite brings about, in this process and in those it starts, and fails the
 * run if one of them holds a key, a secret or a token. The harness hands everything in by itself, so that a test can
 * neither forget it nor switch it off.
 */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type pino from 'pino'
import type { Config } from '../src/config.ts'
import { createLog } from '../src/log.ts'

/** What a whole key or token looks like. A key's prefix may be shown. */
const PATTERNS = [
  /hk_(?:live|test|sess)_[0-9A-Za-z]{20,}/,
  /[sr]k_(?:live|test)_\w{6,}/,
  /whsec_[\w+/=-]{12,}/,
  /Bearer [\w.~+/=-]{12,}/i,
]
/** Fields of replies that show a secret, once. */
const SHOWN = new Set(['api_key', 'secret', 'token', 'access_token', 'refresh_token', 'session_id'])
/** Settings whose values are secrets. */
const SECRET_SETTING = /(?:_TOKEN|_SECRET|_SECRET_KEY|_API_KEY|_PEPPER|_PASSWORD|ENCRYPTION_KEY)$/
/** Shorter ones would be found in ordinary words. */
const SHORTEST = 8
const SHOWN_LEAKS = 20

const known = new Set<string>()
const leaks: string[] = []
const seen = { lines: 0, errors: 0 }
const started = { apps: 0, heard: 0 }

/** From now on it must not be read anywhere. */
export function keepSecret(value: unknown): void {
  if (typeof value === 'string' && value.length >= SHORTEST) known.add(value)
}

export function keepSettingsSecret(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) if (SECRET_SETTING.test(name)) keepSecret(value)
}

/** What a reply shows is a secret from then on, wherever else it turns up. */
export function keepShownSecret(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    if (SHOWN.has(name)) keepSecret(value)
    else keepShownSecret(value)
  }
}

export function readLine(line: string): void {
  seen.lines++
  read('a log line', line)
}

export function readError(text: string): void {
  seen.errors++
  read('an error', text)
}

function read(what: string, text: string): void {
  const pattern = PATTERNS.find((one) => one.test(text))
  const value = pattern === undefined ? known.values().find((secret) => text.includes(secret)) : undefined
  if (pattern === undefined && value === undefined) return
  const hidden = value === undefined ? text.replace(pattern ?? '', '<…>') : text.replaceAll(value, '<…>')
  leaks.push(`${what} with ${pattern ?? `a secret of ${value?.length} characters`}: ${hidden.slice(0, 300)}`)
}

/** The service's own log, at the level of every day, whatever the test set. */
export function watchedLog(config: Config): pino.Logger {
  started.apps++
  let first = true
  return createLog(
    { ...config, log_level: 'info' },
    {
      write(line: string) {
        if (first) started.heard++
        first = false
        readLine(line)
      },
    },
  )
}

function check(): void {
  assert.deepEqual(leaks.slice(0, SHOWN_LEAKS), [], `${leaks.length} secrets in what was logged or answered`)
  // Nothing to read is no proof: whoever starts the service has to be heard.
  assert.equal(started.heard, started.apps, 'a service was started and no line of its log was read')
  assert.ok(started.apps === 0 || known.size > 0, 'a service was started and no secret is known')
}

after(() => {
  try {
    check()
  } catch (error) {
    // The runner shows what a hook throws at the very end, and ends with 0 all the same.
    process.exitCode = 1
    throw error
  }
})
