import { emitTest } from '../../src/events/outbox.ts'
import { deliveryId, stopQueued } from '../../src/events/store.ts'
import type { Tx } from '../../src/kernel/context.ts'
import { newId, uuidv7 } from '../../src/kernel/ids.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { isRead, methodOf, pathOf, pathParams } from '../../src/kernel/operation.ts'
import { failRun, insertRun, type RunRow } from '../../src/runs/store.ts'
import { consent } from '../consent.ts'
import { eventually } from '../eventually.ts'
import { ADMIN_TOKEN, type Asked, type TestApp } from '../harness.ts'

export type Owner = { id: string; key: string }
type Maker = (app: TestApp, owner: Owner) => Promise<string>

/**
 * How to make what an operation's {id} names, where it is not made by POST on the collection's own path.
 * Keyed by the path before /{id}, or by the route where one operation needs another kind of thing.
 */
const MAKERS: Record<string, Maker> = {
  '/agents/runs': async (app, owner) => (await app.db.transaction((tx) => makeRun(tx, owner))).id,
  // A run that has ended, since the stream of one that has not goes on.
  'GET /agents/runs/{id}/stream': (app, owner) =>
    app.db.transaction(async (tx) => {
      const run = await makeRun(tx, owner)
      await failRun(tx, run, 'It was made to fail.')
      return run.id
    }),
  '/aeo/scans': makeScan,
  '/connect/accounts': makeAccount,
  '/webhooks/deliveries': makeDelivery,
  '/webhooks/dead-letters': makeDelivery,
}

function makeRun(tx: Tx, owner: Owner): Promise<RunRow> {
  return insertRun(tx, {
    tenant_id: owner.id,
    id: newId('run'),
    mode: 'live',
    kind: 'agent',
    agent_name: 'x',
    input: {},
    usage_event_id: uuidv7(),
  })
}

/** The second of two, so that it has one before it to be compared with. */
async function makeScan(app: TestApp, owner: Owner): Promise<string> {
  let id = ''
  for (let i = 0; i < 2; i++) {
    const body = { brand: 'Acme', queries: ['best crm'], platforms: ['perplexity'] }
    id = String((await app.call('POST /aeo/scan', { key: owner.key, body })).body.run_id)
    await eventually(async () => {
      const run = await app.call(`GET /agents/runs/${id}`, { key: owner.key })
      return run.body.status === 'completed'
    })
  }
  return id
}

/** A dead one, which is also a delivery like any other. */
async function makeDelivery(app: TestApp, owner: Owner): Promise<string> {
  const made = await app.call('POST /webhooks', {
    key: owner.key,
    body: { url: 'https://example.com/hook', events: ['agent.failed'] },
  })
  const endpointId = String(made.body.id)
  return app.db.transaction(async (tx) => {
    const data = { endpoint_id: endpointId, message: '' }
    const emission = { tenant_id: owner.id, mode: 'live', event: 'webhook.test', data } as const
    const eventId = await emitTest(tx, endpointId, emission)
    await stopQueued(tx, owner.id, endpointId, 'expired')
    return deliveryId(eventId, endpointId)
  })
}

async function makeAccount(app: TestApp, owner: Owner): Promise<string> {
  const credentials = { identifier: `a${uuidv7()}.bsky.social`, app_password: 'abcd-efgh-ijkl-mnop' }
  const made = await app.call('POST /connect/bluesky', { key: owner.key, body: { credentials } })
  return String(made.body.id)
}

/** What a platform sends back after a person allowed access on the sandbox's page. */
async function makeReturn(app: TestApp, owner: Owner): Promise<Record<string, unknown>> {
  const started = await app.call('POST /connect/google', { key: owner.key, body: {} })
  const { searchParams } = await consent(String(started.body.auth_url))
  return { state: searchParams.get('state'), code: searchParams.get('code') }
}

/** Paid on the sandbox's page, as a customer would. */
async function makePaidCheckout(app: TestApp): Promise<string> {
  const email = `payer-${uuidv7()}@example.com`
  const { body } = await app.call('POST /checkout/pro', {
    body: { email, success_url: `${app.url}/v1/health` },
  })
  await fetch(String(body.checkout_url), {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', card: '4242424242424242' }),
  })
  return String(body.session_id)
}

/** Google and a WordPress site connected, as a person would do it, and the site registered. */
async function makeConnections(app: TestApp, owner: Owner): Promise<string> {
  const { state, code } = await makeReturn(app, owner)
  await app.call(`GET /connect/google/callback?state=${state}&code=${encodeURIComponent(String(code))}`)
  const credentials = {
    site_url: 'https://blog.acme.com',
    username: `editor${++serial}`,
    application_password: 'abcd efgh ijkl mnop',
  }
  await app.call('POST /connect/wordpress', { key: owner.key, body: { credentials } })
  await app.call('POST /sites', { key: owner.key, body: { domain: 'acme.com' } })
  const { body } = await app.call('GET /sites?limit=100', { key: owner.key })
  const site = (body.sites as { id: string; domain: string }[]).find(({ domain }) => domain === 'acme.com')
  return site?.id ?? ''
}

async function makeChange(app: TestApp, owner: Owner): Promise<string> {
  const made = await app.call('POST /onpage/apply', {
    key: owner.key,
    body: {
      site_id: await makeConnections(app, owner),
      url: 'https://blog.acme.com/crm',
      deploy_mode: 'wordpress',
      changes: [{ type: 'title', value: `Title ${++serial}` }],
    },
  })
  return String(made.body.rollback_id)
}

/** Operations that reach a connected account's platform. */
const CONNECTED = /^(?:gbp\.|seo\.sync-performance$)/

let serial = 0

/** The example's input, made fit to be sent more than once. */
export function exampleInput(declared: AnyOperation): Record<string, unknown> {
  const input: Record<string, unknown> = { ...declared.example.input }
  if ('email' in input) input.email = `law${++serial}@example.com`
  if (declared.route === 'POST /sites') input.domain = `law${++serial}.verified.acme.example`
  return input
}

/** The example's input with an id that exists for this owner. */
export async function ownedInput(
  app: TestApp,
  declared: AnyOperation,
  owner: Owner,
): Promise<Record<string, unknown>> {
  const input = exampleInput(declared)
  if (pathParams(declared).includes('id')) input.id = await makeResource(app, declared, owner)
  if ('session_id' in input) input.session_id = await makePaidCheckout(app)
  if ('state' in input) Object.assign(input, await makeReturn(app, owner))
  if (CONNECTED.test(declared.id)) await makeConnections(app, owner)
  if (declared.id === 'onpage.apply') input.site_id = await makeConnections(app, owner)
  if ('rollback_id' in input) input.rollback_id = await makeChange(app, owner)
  return input
}

async function makeResource(app: TestApp, declared: AnyOperation, owner: Owner): Promise<string> {
  const collection = pathOf(declared).slice(0, pathOf(declared).indexOf('/{id}'))
  const maker = MAKERS[declared.route] ?? MAKERS[collection]
  if (maker !== undefined) return maker(app, owner)
  const create = app.registry.operations.find((other) => other.route === `POST ${collection}`)
  if (create === undefined)
    throw new Error(`${declared.id}: say in test/laws/makers.ts how to make what ${collection}/{id} names`)
  const made = await send(app, create, exampleInput(create), keyFor(create, owner))
  const id = made.body.id ?? made.body.tenant_id
  if (typeof id !== 'string')
    throw new Error(`${create.id} answered ${made.status} without an id: ${made.text}`)
  return id
}

export function keyFor(declared: AnyOperation, owner: Owner): string | undefined {
  if (declared.scope === 'public' || declared.scope === 'optional') return undefined
  return declared.scope === 'operator' ? ADMIN_TOKEN : owner.key
}

/** Sends an input the way a client would: path fields in the path, the rest in the query or the body. */
export function send(
  app: TestApp,
  declared: AnyOperation,
  input: Record<string, unknown>,
  key?: string,
  more: Asked = {},
) {
  const inPath = new Set(pathParams(declared))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
  const path = pathOf(declared).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  )
  if (!isRead(declared)) return app.call(`${methodOf(declared)} ${path}`, { key, body: rest, ...more })
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return app.call(`${methodOf(declared)} ${path}${query === '' ? '' : `?${query}`}`, { key, ...more })
}
