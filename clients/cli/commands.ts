import type { Api } from './api.ts'
import { listen } from './listen.ts'
import { fields, note, type Output, type Row, table } from './output.ts'
import { readSaved, save } from './settings.ts'

/** A mistake in how a command was called: exit code 2. */
export class UsageError extends Error {}
/** A run that ended as failed: exit code 3. */
export class RunEnded extends Error {}

export type Asked = {
  args: string[]
  options: Record<string, string | boolean | undefined>
  env: Record<string, string | undefined>
  api: Api
  output: Output
  signal: AbortSignal
}

type Command = { usage: string; about: string; operator?: true; run(asked: Asked): Promise<void> }

const KEY_COLUMNS = ['id', 'name', 'key_prefix', 'kind', 'scopes', 'created_at']
const TENANT_COLUMNS = ['id', 'email', 'tier', 'suspended', 'created_at']
const RUN_COLUMNS = ['id', 'agent_name', 'status', 'cost_usd', 'created_at']

export const COMMANDS: Record<string, Command> = {
  signup: {
    usage: 'signup <email> [--name <name>]',
    about: 'Make a free tenant, and keep its key in the configuration file',
    async run({ args, options, env, api, output }) {
      const made = await api.call('POST /checkout/free', {
        email: needed(args[0], 'email'),
        ...text(options, 'name'),
      })
      const path = save(env, { ...readSaved(env), api_key: String(made.api_key) })
      fields(output, {
        tenant_id: made.tenant_id,
        tier: made.tier,
        key: object(made.api_key_meta).key_prefix,
        saved_in: path,
      })
    },
  },
  login: {
    usage: 'login <api-key> [--base-url <url>]',
    about: 'Keep a key that you have',
    async run({ args, options, env, output }) {
      const base = typeof options['base-url'] === 'string' ? { base_url: options['base-url'] } : {}
      fields(output, {
        saved_in: save(env, { ...readSaved(env), api_key: needed(args[0], 'api-key'), ...base }),
      })
    },
  },
  scan: {
    usage: 'scan <brand> <query>… [--platforms a,b] [--no-wait]',
    about: 'Scan how AI answer engines mention a brand',
    async run(asked) {
      const [brand, ...queries] = asked.args
      if (queries.length === 0) throw new UsageError('say a brand and at least one query')
      const platforms = list(asked.options.platforms)
      const input = {
        brand: needed(brand, 'brand'),
        queries,
        ...(platforms === undefined ? {} : { platforms }),
      }
      const queued = await asked.api.call('POST /aeo/scan', input)
      if (asked.options['no-wait'] === true) return fields(asked.output, queued)
      await watch(asked, String(queued.run_id))
    },
  },
  'runs list': {
    usage: 'runs list',
    about: 'List runs, newest first',
    async run({ api, output }) {
      const page = await api.call('GET /agents/runs')
      table(output, rows(page.runs), RUN_COLUMNS, page)
    },
  },
  'runs watch': {
    usage: 'runs watch <run-id>',
    about: 'Follow a run until it ends; exit code 3 when it failed',
    run: (asked) => watch(asked, needed(asked.args[0], 'run-id')),
  },
  rank: {
    usage: 'rank <keyword> <domain> [--location <place>] [--device desktop|mobile]',
    about: 'Look up where a domain ranks, live',
    async run({ args, options, api, output }) {
      const [keyword, domain] = [needed(args[0], 'keyword'), needed(args[1], 'domain')]
      const found = await api.call('POST /seo/rank', {
        keyword,
        domain,
        ...text(options, 'location'),
        ...text(options, 'device'),
      })
      if (output.json) return fields(output, found)
      const { found: yes, position, url, title, location, device, checked_at, simulated, cost_usd } = found
      fields(output, { found: yes, position, url, title, location, device, checked_at, simulated, cost_usd })
    },
  },
  usage: {
    usage: 'usage',
    about: 'This month’s usage beside the limits',
    run: async ({ api, output }) => fields(output, await api.call('GET /usage')),
  },
  'keys list': {
    usage: 'keys list',
    about: 'List keys',
    async run({ api, output }) {
      const page = await api.call('GET /api-keys')
      table(output, rows(page.api_keys), KEY_COLUMNS, page)
    },
  },
  'keys create': {
    usage: 'keys create [--name <name>] [--scopes a,b] [--test]',
    about: 'Mint a key; it is shown once',
    async run({ options, api, output }) {
      const scopes = list(options.scopes)
      const kind = options.test === true ? 'test' : 'live'
      fields(
        output,
        await api.call('POST /api-keys', {
          kind,
          ...text(options, 'name'),
          ...(scopes === undefined ? {} : { scopes }),
        }),
      )
    },
  },
  'keys remove': {
    usage: 'keys remove <key-id>',
    about: 'Revoke a key',
    async run({ args, api, output }) {
      const id = needed(args[0], 'key-id')
      await api.call('DELETE /api-keys/{id}', { id })
      fields(output, { removed: id })
    },
  },
  'webhooks listen': {
    usage: 'webhooks listen --forward <port or url> [--events a,b]',
    about: 'Forward events to a local address until you press Ctrl-C',
    async run({ options, api, output, signal }) {
      const to = needed(typeof options.forward === 'string' ? options.forward : undefined, '--forward')
      const forward = /^\d+$/.test(to) ? `http://127.0.0.1:${to}/` : to
      await listen(api, output, { forward, events: list(options.events) ?? ['*'], signal })
    },
  },
  'admin tenants': {
    usage: 'admin tenants',
    about: 'List tenants (with ADMIN_TOKEN)',
    operator: true,
    async run({ api, output }) {
      const page = await api.call('GET /admin/tenants', { limit: 100 })
      table(output, rows(page.tenants), TENANT_COLUMNS, page)
    },
  },
  'admin create': {
    usage: 'admin create <email> --tier <tier>',
    about: 'Make a tenant on any tier',
    operator: true,
    async run({ args, options, api, output }) {
      fields(
        output,
        await api.call('POST /admin/tenants', { email: needed(args[0], 'email'), ...text(options, 'tier') }),
      )
    },
  },
  'admin update': {
    usage: 'admin update <tenant-id> [--tier <tier>] [--suspend | --resume]',
    about: 'Change a tenant’s tier, suspend it or let it go on',
    operator: true,
    async run({ args, options, api, output }) {
      const suspended =
        options.suspend === true ? { suspended: true } : options.resume === true ? { suspended: false } : {}
      const input = { id: needed(args[0], 'tenant-id'), ...text(options, 'tier'), ...suspended }
      fields(output, await api.call('PATCH /admin/tenants/{id}', input))
    },
  },
}

async function watch({ api, output, signal }: Asked, id: string): Promise<void> {
  let said = ''
  const run: Row = await api.runs.wait(id, {
    signal,
    onProgress({ status, progress }) {
      const { done, total, note: doing } = object(progress)
      const line = `${status ?? 'running'} ${done ?? 0}/${total ?? 0}${doing ? ` ${doing}` : ''}`
      if (line !== said) note(output, line)
      said = line
    },
  })
  if (output.json) fields(output, run)
  else {
    const { agent_name, status, cost_usd, completed_at, error_message } = run
    fields(output, {
      id,
      agent_name,
      status,
      cost_usd,
      completed_at,
      ...(error_message ? { error_message } : {}),
      ...object(run.output),
    })
  }
  if (run.status === 'failed') throw new RunEnded(String(run.error_message))
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing`)
  return value
}

function text(options: Asked['options'], name: string): Row {
  return typeof options[name] === 'string' ? { [name]: options[name] } : {}
}

function list(value: string | boolean | undefined): string[] | undefined {
  return typeof value === 'string' ? value.split(',').filter((part) => part !== '') : undefined
}

function rows(value: unknown): Row[] {
  return Array.isArray(value) ? value : []
}

function object(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {}
}
