import pino from 'pino'
import type { Config } from './config.ts'
import type { AccessLog } from './http/server.ts'
import { systemClock } from './kernel/clock.ts'
import { writeLines } from './log-lines.ts'
import { redact } from './providers/redact.ts'

const MAX_CAUSES = 4

/** What a key or a token looks like, cheap enough to look for in every line. */
const SUSPECT = /hk_(?:live|test|sess)_|[sr]k_(?:live|test)_|whsec_|Bearer /

/**
 * One line of JSON an event. Errors are written as their kind, code, message and stack, never with what else hangs
 * on them: headers, bodies and parameters are where secrets are.
 */
export function createLog(config: Config, destination?: pino.DestinationStream): pino.Logger {
  const secrets = secretsOf(config)
  return pino(
    {
      level: config.log_level,
      serializers: { err: describeError },
      redact: { paths: FIELDS, censor: '[redacted]' },
      hooks: { streamWrite: (line) => clean(line, secrets) },
    },
    destination ?? writeLines(),
  )
}

/**
 * The one line of a request, in the form of every other line. All in it is ours but the id, and the transport takes
 * none that would have to be escaped or hidden. So it is put together here, at a tenth of what serialising and cleaning
 * an object costs each request.
 */
export function createAccessLog(log: pino.Logger): AccessLog {
  if (!log.isLevelEnabled('info')) return () => {}
  const { time, bindings, stream } = insideOf(log)
  // The same for all that ends within a millisecond.
  let begin = { at: 0, text: '' }
  return (id, method, route, status, ms) => {
    const at = Math.floor(systemClock.monotonic())
    if (at !== begin.at) begin = { at, text: `{"level":30${time()}${bindings},"request_id":"` }
    const took = Math.round(ms * 100) / 100
    stream.write(
      `${begin.text}${id}","method":"${method}","route":"${route}","status":${status},"ms":${took}}\n`,
    )
  }
}

/** What pino puts before the fields of a line, and where it writes: its symbols are there for such writers. */
function insideOf(log: pino.Logger): { time(): string; bindings: string; stream: pino.DestinationStream } {
  const { timeSym, chindingsSym, streamSym } = pino.symbols
  const inside = log as unknown as Record<symbol, unknown>
  return {
    time: inside[timeSym] as () => string,
    bindings: inside[chindingsSym] as string,
    stream: inside[streamSym] as pino.DestinationStream,
  }
}

const FIELDS = ['authorization', 'api_key', 'token', 'secret', 'password', 'cookie']
/** The same names at any depth. Looking for them in the finished line costs a tenth of redacting by wildcards. */
const NAMED = new RegExp(`("(?:${FIELDS.join('|')})":")(?:[^"\\\\]|\\\\.)*"`, 'g')

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described }

export function describeError(thrown: unknown, depth = 0): Described {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: redact(String(thrown)).slice(0, 500) }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
  return {
    type: thrown.name,
    message: redact(thrown.message),
    ...(code === undefined ? {} : { code }),
    ...(thrown.stack === undefined ? {} : { stack: redact(thrown.stack) }),
    ...(thrown.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: describeError(thrown.cause, depth + 1) }),
  }
}

/**
 * The last look at a line that pino has made. In what merely informs a pattern is enough; lines that tell of trouble
 * are also searched for the secrets we know.
 */
function clean(line: string, secrets: readonly string[]): string {
  if (line.startsWith('{"level":30') && !SUSPECT.test(line)) return line
  let out = line.replace(NAMED, '$1[redacted]"')
  for (const secret of secrets) out = out.replaceAll(secret, '[redacted]')
  return SUSPECT.test(out) ? out.replace(TOKENS, '[redacted]') : out
}

/** Made of what cannot end a JSON string, so that a cleaned line is still JSON. */
const TOKENS = /hk_(?:live|test|sess)_\w+|[sr]k_(?:live|test)_\w+|whsec_[\w+/=-]+|Bearer [\w.~+/=-]+/g

/** Short values would blank out ordinary words. */
function secretsOf(config: Config): string[] {
  const { admin_token, key_pepper, stripe_secret_key, stripe_webhook_secret, metrics_token } = config
  const password = config.database_url === null ? '' : (URL.parse(config.database_url)?.password ?? '')
  const named = [admin_token, key_pepper, stripe_secret_key, stripe_webhook_secret, metrics_token, password]
  return [...named, ...Object.values(config.otlp_headers)].filter(
    (secret): secret is string => secret !== null && secret.length >= 6,
  )
}
