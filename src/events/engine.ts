import { uuidv7 } from '../kernel/ids.ts'
import type { Db } from '../store/db.ts'
import { type Attempted, BREAKER_FAILURES, horizonSeconds, UNSENT } from './decide.ts'
import { forgetIdle, giveBack, type Lane, type Lanes, laneOf, learn, nextOf, wantedBy } from './lanes.ts'
import { CHANGED } from './outbox.ts'
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

/**
 * How much one statement takes up or writes down, how much of it may be for endpoints that fail, and how much may wait
 * beyond an endpoint's slots, so that one that answers quickly has work until the next claim. The embedded database
 * stops everything else while it works: there a batch is small, and since it is asked less often, more may wait.
 */
const BATCH = {
  server: { room: 512, failing: 128, ahead: 8 },
  embedded: { room: 64, failing: 16, ahead: 24 },
}
const WALK_PAGE = 500
const LANES_KEPT = 1_000
const SWEEP_MS = 5 * 60_000
const FORGET_AT_ONCE = 1_000
const PAUSE_AFTER_ERROR_MS = 250
const GATHER_FROM = 64
const GATHER_MS = { server: 3, embedded: 10 }
const STOP_MS = 5_000

type State = EngineDeps & {
  lanes: Lanes
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

/**
 * `tenant endpoint endpoint …` have something new; with `changed` before it they were changed, and what was claimed
 * for them is out of date. Empty when notices were missed: the next walk finds what is there.
 */
function heard(state: State, said: string): void {
  const [changed, tenant_id = '', ...endpoints] = said.startsWith(CHANGED)
    ? said.split(' ')
    : ['', ...said.split(' ')]
  for (const endpoint_id of endpoints) {
    const lane = laneOf(state.lanes, { tenant_id, endpoint_id })
    if (changed !== '') giveBack(lane)
    lane.ready = true
  }
  state.claiming.wake()
}

async function walk(state: State): Promise<void> {
  const found = await queue.walkQueued(state.db, state.walked, WALK_PAGE)
  state.walked = found.length < WALK_PAGE ? START : (found.at(-1) ?? START)
  for (const lane of found) {
    // Queued by a transaction that did not see the endpoint being stopped.
    if (lane.stopped) await stopQueued(state.db, lane.tenant_id, lane.endpoint_id, 'endpoint_disabled')
    else if (lane.due) laneOf(state.lanes, lane).ready = true
  }
  state.claiming.wake()
}

async function sweep(state: State): Promise<void> {
  await queue.expireQueued(state.db, horizonSeconds(state.settings.schedule))
  while ((await queue.forgetOld(state.db, FORGET_AT_ONCE)) === FORGET_AT_ONCE && !state.stopping);
}

function batchOf({ db }: State): typeof BATCH.server {
  return db.embedded ? BATCH.embedded : BATCH.server
}

async function record(state: State): Promise<void> {
  const batch = state.finished.slice(0, batchOf(state).room)
  if (batch.length === 0) return
  await recordFinished(state.db, state.settings.schedule, batch)
  // Dropped only once it is written: after an error the same results are recorded again.
  state.finished.splice(0, batch.length)
  for (const { claim: one } of batch) {
    const lane = laneOf(state.lanes, one)
    lane.under_way.delete(one.id)
    // An endpoint that is being tried out gets no more until it is known how that went.
    if (one.failures > 0) lane.ready = true
  }
  if (state.finished.length > 0) state.recording.wake()
  state.claiming.wake()
}

async function claim(state: State): Promise<void> {
  if (state.stopping) return
  const { worker, settings, db } = state
  const batch = batchOf(state)
  const room = Math.min(batch.room, settings.concurrency - state.in_flight)
  const shares = { ...batch, room, per_endpoint: settings.per_endpoint }
  const wanted = wantedBy(state.lanes, shares)
  if (wanted.length === 0) return
  // Before asking: a notice that comes in meanwhile must not be forgotten.
  for (const { lane } of wanted) lane.ready = false
  const by = { worker, lease_ms: settings.lease_ms, breaker_failures: BREAKER_FAILURES }
  const wishes = wanted.map(({ lane, slots }) => ({ ...lane, slots }))
  const claims = await queue.claimDue(db, by, wishes).catch((error) => {
    for (const { lane } of wanted) lane.ready = true
    throw error
  })
  take(state, claims)
  const taken = Map.groupBy(claims, (one) => laneOf(state.lanes, one))
  for (const { lane, slots } of wanted) if (taken.get(lane)?.length === slots) lane.ready = true
  if (wantedBy(state.lanes, shares).length > 0) state.claiming.wake()
  if (state.lanes.size > LANES_KEPT) forgetIdle(state.lanes)
}

function take(state: State, claims: readonly queue.Claimed[]): void {
  const now = performance.now()
  for (const one of claims) {
    const lane = laneOf(state.lanes, one)
    lane.under_way.add(one.id)
    if (lane.waiting.length === 0) lane.waiting_since = now
    lane.waiting.push(one)
    begin(state, lane)
  }
}

/** As many as have waited and have a slot. */
function begin(state: State, lane: Lane): void {
  if (state.stopping) giveBack(lane)
  for (;;) {
    const one = nextOf(lane, state.settings.per_endpoint, performance.now())
    if (one === undefined) return
    attempt(state, lane, one)
  }
}

function attempt(state: State, lane: Lane, one: queue.Claimed): void {
  lane.in_flight++
  state.in_flight++
  const ended = (attempted: Attempted) => {
    lane.in_flight--
    state.in_flight--
    learn(lane, attempted)
    begin(state, lane)
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

/** Lets what is under way end for a while, then cuts it off; it is still due, for whoever owns its endpoint next. */
async function finish(state: State): Promise<void> {
  state.stopping = true
  for (const lane of state.lanes.values()) giveBack(lane)
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
