import { uuidv7 } from '../kernel/ids.ts'
import type { Db } from '../store/db.ts'
import { allot, type Seeker } from './allot.ts'
import { type Attempted, BREAKER_FAILURES, horizonSeconds } from './decide.ts'
import * as queue from './queue-store.ts'
import { type Finished, recordFinished } from './record.ts'
import { type Demand, every, onDemand } from './rounds.ts'
import type { Send } from './send.ts'
import { stopQueued } from './store.ts'

export type EngineSettings = {
  /** Seconds before each retry. */
  schedule: readonly number[]
  /** How long a worker owns an endpoint. Half of it, which is always left, is longer than any attempt can take. */
  lease_ms: number
  /** How often to look for what no notice announced: retries that are due, and what a lost notice left. */
  poll_ms: number
  /** Attempts that one endpoint may have under way, over all workers. */
  per_endpoint: number
  /** Attempts that this process has under way, beside one for each endpoint that has none. */
  concurrency: number
}

export const ENGINE_DEFAULTS = {
  lease_ms: 40_000,
  poll_ms: 500,
  per_endpoint: 8,
  concurrency: 2_048,
} as const

export type EngineDeps = {
  db: Db
  send: Send
  log: { error(details: object, message: string): void }
  settings: EngineSettings
}

export type Engine = { stop(): Promise<void> }

/** The embedded database stops everything else while it works, so there a batch is small. */
const AT_ONCE = { server: 512, embedded: 64 }
const WALK_PAGE = 500
const LANES_KEPT = 1_000
const SWEEP_MS = 5 * 60_000
const FORGET_AT_ONCE = 1_000
const PAUSE_AFTER_ERROR_MS = 250
const GATHER_FROM = 64
const GATHER_MS = { server: 3, embedded: 10 }
const STOP_MS = 5_000

/** Each has its own abort: one signal for thousands of calls is slow to listen to. */
type Lane = queue.LaneKey & Seeker & { ready: boolean; under_way: Set<string>; abort: AbortController }

type State = EngineDeps & {
  lanes: Map<string, Lane>
  finished: Finished[]
  in_flight: number
  worker: string
  walked: queue.LaneKey
  /** Two steps that go on beside each other: writing down what ended, and taking up what is due. */
  recording: Demand
  claiming: Demand
  stopping: boolean
}

const START: queue.LaneKey = { tenant_id: '', endpoint_id: '' }

/** Delivers until it is stopped: woken by notices, and by the clock for retries and for notices that were lost. */
export function startEngine(deps: EngineDeps): Engine {
  const failed = (error: unknown) => deps.log.error({ err: error }, 'webhook deliveries are held up')
  const pace = {
    failed,
    pause_ms: PAUSE_AFTER_ERROR_MS,
    // A statement costs about the same for one row as for twenty, so with much under way it waits for company. The
    // embedded database stops everything else while it works, so there it always does.
    gather_ms() {
      if (deps.db.embedded) return GATHER_MS.embedded
      return state.in_flight > GATHER_FROM ? GATHER_MS.server : 0
    },
  }
  const state: State = {
    ...deps,
    lanes: new Map(),
    finished: [],
    in_flight: 0,
    worker: uuidv7(),
    walked: START,
    recording: onDemand(() => record(state), pace),
    claiming: onDemand(() => claim(state), pace),
    stopping: false,
  }
  const unlisten = deps.db.listen('webhooks', (said) => heard(state, said))
  const walking = every(deps.settings.poll_ms, () => walk(state), failed)
  const sweeping = every(SWEEP_MS, () => sweep(state), failed)
  walking.now()
  return {
    async stop() {
      unlisten()
      await Promise.all([walking.stop(), sweeping.stop()])
      await finish(state)
    },
  }
}

/** `tenant endpoint endpoint …`; empty when notices were missed, and then the next walk finds what is there. */
function heard(state: State, said: string): void {
  const [tenant_id = '', ...endpoints] = said.split(' ')
  for (const endpoint_id of endpoints) laneOf(state, { tenant_id, endpoint_id }).ready = true
  state.claiming.wake()
}

function laneOf(state: State, { tenant_id, endpoint_id }: queue.LaneKey): Lane {
  const key = `${tenant_id} ${endpoint_id}`
  const known = state.lanes.get(key)
  if (known !== undefined) return known
  const cap = state.settings.per_endpoint
  const abort = new AbortController()
  const lane: Lane = { tenant_id, endpoint_id, in_flight: 0, cap, ready: false, under_way: new Set(), abort }
  state.lanes.set(key, lane)
  return lane
}

async function walk(state: State): Promise<void> {
  const found = await queue.walkQueued(state.db, state.walked, WALK_PAGE)
  state.walked = found.length < WALK_PAGE ? START : (found.at(-1) ?? START)
  for (const lane of found) {
    // Queued by a transaction that did not see the endpoint being stopped.
    if (lane.stopped) await stopQueued(state.db, lane.tenant_id, lane.endpoint_id, 'endpoint_disabled')
    else if (lane.due) laneOf(state, lane).ready = true
  }
  state.claiming.wake()
}

async function sweep(state: State): Promise<void> {
  await queue.expireQueued(state.db, horizonSeconds(state.settings.schedule))
  while ((await queue.forgetOld(state.db, FORGET_AT_ONCE)) === FORGET_AT_ONCE && !state.stopping);
}

function atOnce({ db }: State): number {
  return db.embedded ? AT_ONCE.embedded : AT_ONCE.server
}

async function record(state: State): Promise<void> {
  const batch = state.finished.slice(0, atOnce(state))
  if (batch.length === 0) return
  await recordFinished(state.db, state.settings.schedule, batch)
  // Dropped only once it is written: after an error the same results are recorded again.
  state.finished.splice(0, batch.length)
  for (const { claim: one } of batch) {
    const lane = laneOf(state, one)
    lane.under_way.delete(one.id)
    // An endpoint that is being tried out gets no more until it is known how that went.
    if (one.failures > 0) lane.ready = true
  }
  if (state.finished.length > 0) state.recording.wake()
  state.claiming.wake()
}

async function claim(state: State): Promise<void> {
  if (state.stopping) return
  const ready = [...state.lanes.values()].filter((lane) => lane.ready)
  if (ready.length === 0) return
  const room = Math.min(atOnce(state), state.settings.concurrency - state.in_flight)
  const wanted = [...allot(ready, room)].map(([lane, slots]) => ({ ...lane, lane, slots }))
  if (wanted.length === 0) return
  // Before asking: a notice that comes in meanwhile must not be forgotten.
  for (const { lane } of wanted) lane.ready = false
  const { worker, settings } = state
  const by = { worker, lease_ms: settings.lease_ms, breaker_failures: BREAKER_FAILURES }
  const claims = await queue.claimDue(state.db, by, wanted).catch((error) => {
    for (const { lane } of wanted) lane.ready = true
    throw error
  })
  for (const { lane, slots } of take(state, claims, wanted)) {
    if (slots === 0) lane.ready = true
    if (lane.ready && lane.in_flight < lane.cap) state.claiming.wake()
  }
  if (state.lanes.size > LANES_KEPT) forgetIdle(state)
}

type Wanted = { lane: Lane; slots: number }

/** Starts what was claimed, and says how many slots each lane has left: none means that more may be due. */
function take(state: State, claims: readonly queue.Claimed[], wanted: readonly Wanted[]): Wanted[] {
  const left = new Map(wanted.map(({ lane, slots }) => [lane, slots]))
  for (const one of claims) {
    const lane = laneOf(state, one)
    left.set(lane, (left.get(lane) ?? 0) - 1)
    attempt(state, lane, one)
  }
  return [...left].map(([lane, slots]) => ({ lane, slots }))
}

/** Between claims, so that nobody holds a lane which is no longer in the map. */
function forgetIdle(state: State): void {
  for (const [key, lane] of state.lanes) if (!lane.ready && lane.under_way.size === 0) state.lanes.delete(key)
}

function attempt(state: State, lane: Lane, one: queue.Claimed): void {
  lane.in_flight++
  lane.under_way.add(one.id)
  state.in_flight++
  const ended = (attempted: Attempted) => {
    lane.in_flight--
    state.in_flight--
    // There is room again, and more may be waiting for it: only asking tells.
    lane.ready = true
    state.finished.push({ claim: one, attempted })
    state.recording.wake()
    state.claiming.wake()
  }
  state.send(one, lane.abort.signal).then(ended, (error) => {
    state.log.error({ err: error, delivery: one.id }, 'a webhook could not be sent')
    ended(UNSENT)
  })
}

/** A fault of ours, such as a secret whose key is not configured: it is retried like any failure. */
const UNSENT: Attempted = {
  delivered: false,
  gone: false,
  cancelled: false,
  response_code: null,
  duration_ms: 0,
  response_excerpt: null,
  error: 'system_error',
  retry_after_ms: null,
}

/** Lets what is under way end for a while, then cuts it off; it is still due, for whoever owns its endpoint next. */
async function finish(state: State): Promise<void> {
  state.stopping = true
  const timer = setTimeout(() => {
    for (const { abort } of state.lanes.values()) abort.abort()
  }, STOP_MS)
  while (state.in_flight > 0 || state.recording.busy() || state.claiming.busy()) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  clearTimeout(timer)
  state.recording.stop()
  state.claiming.stop()
  await record(state)
    .then(() => queue.releaseEndpoints(state.db, state.worker))
    .catch((error) => state.log.error({ err: error }, 'the last results could not be kept'))
}
