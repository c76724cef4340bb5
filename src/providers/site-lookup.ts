/** Looking at a site from outside: its TXT records and its pages. A value, or why there is none in our words. */
import dns from 'node:dns'
import { type CallOptions, failed, type Outcome, succeed } from './contract.ts'
import type { GuardedCaller } from './guarded-caller.ts'
import { parseJson, unreadable } from './vendor-errors.ts'

/** Each record as the strings it is made of, as node:dns has it. */
export type ResolveTxt = (name: string) => Promise<string[][]>

export interface Page {
  status: number
  text: string
}

export interface SiteLookup {
  simulated: boolean
  /** `hint` is what is looked for. Only the sandbox is told: its "verified" domains publish what they are told. */
  txt(name: string, hint: string): Promise<Outcome<string[]>>
  page(domain: string, path: string, hint: string): Promise<Outcome<Page>>
}

export interface SiteLookups {
  live: SiteLookup
  test: SiteLookup
}

/** A proof is at the top of a page; a person waits for the answer. */
const LIMITS = {
  deadline_ms: 10_000,
  max_bytes: 256 * 1024,
  overflow: 'truncate',
} as const satisfies CallOptions
const MAX_REDIRECTS = 3

export function buildSiteLookups(
  { mode, sandbox_url }: { mode: 'sandbox' | 'live'; sandbox_url: string | null },
  caller: GuardedCaller,
  resolveTxt: ResolveTxt = resolveWithDns,
): SiteLookups {
  const test = sandbox_url === null ? NOWHERE : sandboxLookup(sandbox_url, caller)
  return { test, live: mode === 'sandbox' ? test : liveLookup(caller, resolveTxt) }
}

/** A resolver of its own: two tries of three seconds, where the default would keep a person waiting for longer. */
const resolveWithDns: ResolveTxt = (name) =>
  new dns.promises.Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(name)

const NO_RECORD = /^(?:ENOTFOUND|ENODATA)$/

function liveLookup(caller: GuardedCaller, resolveTxt: ResolveTxt): SiteLookup {
  return {
    simulated: false,
    async txt(name) {
      try {
        return succeed((await resolveTxt(name)).map((strings) => strings.join('')))
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (NO_RECORD.test(code)) return succeed([])
        return failed('retry_later', 'dns', 'The name servers of the domain did not answer.')
      }
    },
    async page(domain, path) {
      const request = { method: 'GET', url: `https://${domain}${path}` } as const
      const reply = await caller.callTenantUrl(request, { ...LIMITS, max_redirects: MAX_REDIRECTS })
      return reply.ok ? succeed({ status: reply.value.status, text: reply.value.text }) : reply
    },
  }
}

/** The sandbox's name server speaks the JSON of DNS over HTTPS, its web server plays every domain below /web. */
function sandboxLookup(sandbox_url: string, caller: GuardedCaller): SiteLookup {
  const ask = (url: string, hint: string) =>
    caller.callProvider(
      { method: 'GET', url: `${sandbox_url}${url}`, headers: { 'x-sandbox-hint': hint } },
      { ...LIMITS, lane: 'sandbox:web' },
    )
  return {
    simulated: true,
    async txt(name, hint) {
      const reply = await ask(`/dns/resolve?name=${encodeURIComponent(name)}&type=TXT`, hint)
      if (!reply.ok) return reply
      const body = parseJson(reply.value.text)
      if (reply.value.status >= 300 || typeof body !== 'object' || body === null)
        return unreadable(reply.value, [])
      const answers = 'Answer' in body && Array.isArray(body.Answer) ? body.Answer : []
      return succeed(answers.map(({ data }) => String(data).replace(/^"|"$/g, '')))
    },
    async page(domain, path, hint) {
      const reply = await ask(`/web/${domain}${path}`, hint)
      return reply.ok ? succeed({ status: reply.value.status, text: reply.value.text }) : reply
    },
  }
}

const noSandbox = async () => failed('rejected', 'forbidden', 'No sandbox is running for test keys.')
const NOWHERE: SiteLookup = { simulated: true, txt: noSandbox, page: noSandbox }
