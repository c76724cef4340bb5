import type { Mode } from '../kernel/api-key.ts'
import type { Tx } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import type { EventData, EventName } from './catalogue.ts'
import { insertEvent } from './store.ts'

export type Emission<E extends EventName> = {
  tenant_id: string
  /** Events of test keys go to endpoints that a test key registered. */
  mode: Mode
  event: E
  data: EventData<E>
}

/**
 * Says that something happened, in the transaction in which it happens: the event and its deliveries exist exactly
 * when that does. Returns the event's id.
 */
export function emit<E extends EventName>(tx: Tx, emission: Emission<E>): Promise<string> {
  return write(tx, emission, null)
}

/** A test, to one endpoint alone, whatever it subscribes to. It is marked, so that no replay sends it to another. */
export function emitTest<E extends EventName>(
  tx: Tx,
  endpointId: string,
  emission: Emission<E>,
): Promise<string> {
  return write(tx, emission, endpointId)
}

async function write<E extends EventName>(
  tx: Tx,
  { tenant_id, mode, event, data }: Emission<E>,
  tests: string | null,
): Promise<string> {
  const id = newId('evt')
  // The envelope in its order {id, event, created_at, tenant_id, data}, open where the database puts the time.
  const head = `${JSON.stringify({ id, event }).slice(0, -1)},"created_at":"`
  const tail = `",${JSON.stringify({ tenant_id, data }).slice(1)}`
  const reached = await insertEvent(tx, { tenant_id, id, mode, event, head, tail, tests })
  await wakeEngines(
    tx,
    tenant_id,
    reached.map(({ endpoint_id }) => endpoint_id),
  )
  return id
}

/** The word before a notice that an endpoint was changed. */
export const CHANGED = '!'

/** What was claimed for an endpoint must not go out as it was before the change: to the old URL, with the old secret. */
export function endpointChanged(tx: Tx, tenantId: string, endpointId: string): Promise<void> {
  return tx.notify('webhooks', `${CHANGED} ${tenantId} ${endpointId}`)
}

/** A notice may have 8,000 bytes; a tenant has far fewer endpoints than would fill it. */
export async function wakeEngines(tx: Tx, tenantId: string, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length > 0) await tx.notify('webhooks', [tenantId, ...endpointIds].join(' '))
}
