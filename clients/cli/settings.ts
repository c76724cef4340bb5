import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Saved = { api_key?: string; base_url?: string }

type Env = Record<string, string | undefined>

export function configPath(env: Env): string {
  if (env.HERALD_CONFIG) return env.HERALD_CONFIG
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'herald', 'config.json')
}

export function readSaved(env: Env): Saved {
  try {
    return JSON.parse(readFileSync(configPath(env), 'utf8')) as Saved
  } catch {
    return {}
  }
}

/** Only its owner may read the file, since the key in it is all that it takes. */
export function save(env: Env, saved: Saved): string {
  const path = configPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  // The mode of a file that was there already is not changed by writing it.
  chmodSync(path, 0o600)
  return path
}

/** The environment goes before the file, so that a script can use another key for once. */
export function effective(env: Env): { api_key: string | undefined; base_url: string } {
  const saved = readSaved(env)
  return {
    api_key: env.HERALD_API_KEY || saved.api_key,
    base_url: env.HERALD_BASE_URL || saved.base_url || 'http://127.0.0.1:8787/v1',
  }
}
