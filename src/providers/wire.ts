/** What every adapter does with its settings: address, credential, one call, and the vendor's wait passed on. */
import type { HttpReply, HttpRequest, Outcome, ProviderDoor } from './contract.ts'

export interface Account {
  api_key: string
  base_url: string
  timeout_ms: number
  lane: string
}

/** Base URLs are configured with or without the version; either works. */
export function joinUrl(base_url: string, path: string): string {
  const base = base_url.replace(/\/+$/, '')
  const version = /^\/v\d+(?:beta)?(?=\/)/.exec(path)?.[0]
  return version !== undefined && base.endsWith(version) ? base + path.slice(version.length) : base + path
}

/** Basic credentials travel encoded, so both forms are secrets. */
export function secretsOf(account: Pick<Account, 'api_key'>): string[] {
  return [account.api_key, Buffer.from(account.api_key).toString('base64')]
}

export function bearerPost(
  account: Pick<Account, 'api_key' | 'base_url'>,
  path: string,
  body: unknown,
): HttpRequest {
  return {
    method: 'POST',
    url: joinUrl(account.base_url, path),
    headers: {
      'content-type': 'application/json',
      // A local model server often wants no key, and an empty one would be refused.
      ...(account.api_key === '' ? {} : { authorization: `Bearer ${account.api_key}` }),
    },
    body: JSON.stringify(body),
  }
}

export async function callAndParse<T>(
  request: HttpRequest,
  account: Account,
  door: ProviderDoor,
  parse: (reply: HttpReply) => Outcome<T>,
  signal: AbortSignal | undefined,
): Promise<Outcome<T>> {
  const reply = await door.callProvider(request, {
    lane: account.lane,
    deadline_ms: account.timeout_ms,
    secrets: secretsOf(account),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!reply.ok) return reply
  const outcome = parse(reply.value)
  // The caller sees a wait in the headers; one in the body is known only here.
  if (!outcome.ok && outcome.code === 'rate_limited' && outcome.retry_after_ms !== undefined) {
    door.hold(account.lane, outcome.retry_after_ms)
  }
  return outcome
}
