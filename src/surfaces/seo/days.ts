/** Calendar days as YYYY-MM-DD, in UTC. */
const DAY_MS = 86_400_000

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS))
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
