/** The only source of time outside the database, so that tests can hold it still. */
export type Clock = {
  now(): Date
  /** Milliseconds that never run backwards; the origin means nothing. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
}
