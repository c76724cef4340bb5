/** An endpoint that may have something due, with what it has under way and what it may have at most. */
export type Seeker = { tenant_id: string; in_flight: number; cap: number }

/**
 * Divides the room for new attempts: the tenant with the least under way is served first, and within a tenant the
 * endpoint with the least, so that nobody's flood keeps another waiting. An endpoint with nothing under way gets
 * one even when there is no room, so that receivers which hang cannot use up all of it.
 */
export function allot<S extends Seeker>(seekers: readonly S[], room: number): Map<S, number> {
  const wants = seekers.filter((seeker) => seeker.cap > seeker.in_flight)
  const total = wants.reduce((sum, seeker) => sum + seeker.cap - seeker.in_flight, 0)
  if (total <= room) return new Map(wants.map((seeker) => [seeker, seeker.cap - seeker.in_flight]))
  const given = new Map<S, number>()
  const tenants = byTenant(wants)
  for (let left = room; left > 0; left--) {
    const tenant = tenants.reduce((least, other) => (other.under_way < least.under_way ? other : least))
    const seeker = tenant.seekers.reduce((least, other) => (load(other) < load(least) ? other : least))
    given.set(seeker, (given.get(seeker) ?? 0) + 1)
    tenant.under_way++
    if (load(seeker) >= seeker.cap) tenant.seekers.splice(tenant.seekers.indexOf(seeker), 1)
    if (tenant.seekers.length === 0) tenants.splice(tenants.indexOf(tenant), 1)
  }
  for (const seeker of wants) if (load(seeker) === 0) given.set(seeker, 1)
  return given

  function load(seeker: S): number {
    return seeker.in_flight + (given.get(seeker) ?? 0)
  }
}

function byTenant<S extends Seeker>(seekers: readonly S[]): { under_way: number; seekers: S[] }[] {
  const tenants = new Map<string, { under_way: number; seekers: S[] }>()
  for (const seeker of seekers) {
    const tenant = tenants.get(seeker.tenant_id) ?? { under_way: 0, seekers: [] }
    tenant.under_way += seeker.in_flight
    tenant.seekers.push(seeker)
    tenants.set(seeker.tenant_id, tenant)
  }
  return [...tenants.values()]
}
