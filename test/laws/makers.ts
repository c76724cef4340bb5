import { emitTo } from '../../src/events/outbox.ts'
import { deliveryId, stopQueued } from '../../src/events/store.ts'
import { newId, uuidv7 } from '../../src/kernel/ids.ts'
import type { AnyOperation } from '../../src/kernel/operation.ts'
import { isRead, methodOf, pathOf, pathParams } from '../../src/kernel/operation.ts'
import { insertRun } from '../../src/runs/store.ts'
import { ADMIN_TOKEN, type Asked, type TestApp } from '../harness.ts'

export type Owner = { id: string; key: string }
type Maker = (app: TestApp, owner: Owner) => Promise<string>

/**
 * How to make what an operation's {id} names, where it is not made by POST on the collection's own path.
 * Keyed by the path before /{id}.
 */
const MAKERS: Record<string, Maker> = {
  '/agents/runs': async (app, owner) => {
    const run = await app.db.transaction((tx) =>
      insertRun(tx, {
        tenant_id: owner.id,
        id: newId('run'),
        mode: 'live',
        kind: 'agent',
        agent_name: 'x',
        input: {},
        usage_event_id: uuidv7(),
      }),
    )
    return run.id
  },
  '/webhooks/deliveries': makeDelivery,
  '/webhooks/dead-letters': makeDelivery,
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
    const eventId = await emitTo(tx, endpointId, emission)
    await stopQueued(tx, owner.id, endpointId, 'expired')
    return deliveryId(eventId, endpointId)
  })
}

let serial = 0

/** The example's input, made fit to be sent more than once. */
export function exampleInput(declared: AnyOperation): Record<string, unknown> {
  const input: Record<string, unknown> = { ...declared.example.input }
  if ('email' in input) input.email = `law${++serial}@example.com`
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
  return input
}

async function makeResource(app: TestApp, declared: AnyOperation, owner: Owner): Promise<string> {
  const collection = pathOf(declared).slice(0, pathOf(declared).indexOf('/{id}'))
  const maker = MAKERS[collection]
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
