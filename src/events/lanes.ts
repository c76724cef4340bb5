import { allot, type Seeker } from './allot.ts'
import type { Attempted } from './decide.ts'
import type { Claimed, LaneKey } from './queue-store.ts'

/**
 * One endpoint as its worker sees it. What is claimed for it either begins at once or waits here for a slot: an
 * endpoint that answers quickly then needs no statement between one attempt and the next.
 */
export type Lane = LaneKey & {
  /** Something may be due: only asking tells. */
  ready: boolean
  in_flight: number
  waiting: Claimed[]
  waiting_since: number
  /** All that was claimed and is not written down yet. */
  under_way: Set<string>
  health: 'unknown' | 'quick' | 'slow' | 'failing'
  /** Each has its own: one signal for thousands of calls is slow to listen to. */
  abort: AbortController
}

export type Lanes = Map<string, Lane>

/** An endpoint that answers within this time may get deliveries ahead of its slots. */
const QUICK_MS = 50
/** What has waited longer is given back: its endpoint may have been changed or switched off meanwhile. */
const STALE_MS = 500

export function laneOf(lanes: Lanes, { tenant_id, endpoint_id }: LaneKey): Lane {
  const key = `${tenant_id} ${endpoint_id}`
  const known = lanes.get(key)
  if (known !== undefined) return known
  const lane: Lane = {
    tenant_id,
    endpoint_id,
    ready: false,
    in_flight: 0,
    waiting: [],
    waiting_since: 0,
    under_way: new Set(),
    health: 'unknown',
    abort: new AbortController(),
  }
  lanes.set(key, lane)
  return lane
}

/** Between claims, so that nobody holds a lane which is no longer in the map. */
export function forgetIdle(lanes: Lanes): void {
  for (const [key, lane] of lanes) if (!lane.ready && lane.under_way.size === 0) lanes.delete(key)
}

export type Shares = {
  /** Attempts that one endpoint may have under way. */
  per_endpoint: number
  /** How many more may wait for one that answers quickly. */
  ahead: number
  /** How many new attempts there is room for. */
  room: number
  /** How many of those may go to endpoints whose last attempt failed. */
  failing: number
}

export type Wanted = { lane: Lane; slots: number }

/**
 * Whom to claim for, and how much. Endpoints that fail come after the others and get a share of their own, so that
 * hundreds of them whose retries are due at once do not make a healthy one wait.
 */
export function wantedBy(lanes: Lanes, { per_endpoint, ahead, room, failing }: Shares): Wanted[] {
  const healthy: (Seeker & { lane: Lane })[] = []
  const ill: (Seeker & { lane: Lane })[] = []
  for (const lane of lanes.values()) {
    // Half of what may wait is enough for now: fewer and larger claims cost less.
    if (!lane.ready || lane.waiting.length > ahead / 2) continue
    const seeker = {
      lane,
      tenant_id: lane.tenant_id,
      in_flight: lane.in_flight + lane.waiting.length,
      cap: per_endpoint + (lane.health === 'quick' ? ahead : 0),
    }
    ;(lane.health === 'failing' ? ill : healthy).push(seeker)
  }
  const given = [...allot(healthy, room), ...allot(first(ill, failing), Math.min(failing, room))]
  return given.map(([{ lane }, slots]) => ({ lane, slots }))
}

/** Those with the least under way, so that everybody has a turn. */
function first<S extends Seeker>(seekers: S[], count: number): S[] {
  if (seekers.length <= count) return seekers
  return seekers.sort((a, b) => a.in_flight - b.in_flight).slice(0, count)
}

/** The next one to begin, if there is a slot for it. */
export function nextOf(lane: Lane, per_endpoint: number, now: number): Claimed | undefined {
  if (lane.waiting.length > 0 && now - lane.waiting_since > STALE_MS) giveBack(lane)
  return lane.in_flight < per_endpoint ? lane.waiting.shift() : undefined
}

/** What has not begun is still due, as if it had not been claimed. */
export function giveBack(lane: Lane): void {
  for (const { id } of lane.waiting) lane.under_way.delete(id)
  lane.waiting = []
  lane.ready = true
}

/** What an attempt tells of its endpoint. Only one that does well is trusted with more than it can begin. */
export function learn(lane: Lane, { delivered, cancelled, duration_ms }: Attempted): void {
  if (cancelled) return
  lane.health = !delivered ? 'failing' : duration_ms <= QUICK_MS ? 'quick' : 'slow'
  if (lane.health !== 'quick' && lane.waiting.length > 0) giveBack(lane)
}
