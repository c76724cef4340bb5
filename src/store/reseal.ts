/** Where a sealed secret is kept. */
export type Place = { tenant_id: string; id: string }

export type Resealing<R extends Place> = {
  /** Rows with something that an older key sealed, in order, behind the given place. */
  find(after: Place, limit: number): Promise<R[]>
  /** Seals one again; zero when the row was changed meanwhile, and then it is current already. */
  reseal(row: R): Promise<number>
  /** Its key is not configured, or the value is broken: the others go on. */
  failed(row: Place, error: unknown): void
}

const PAGE = 200

/** Moves everything to the current key, used or not, so that the old one can be dropped. Returns how many it moved. */
export async function resealAll<R extends Place>({ find, reseal, failed }: Resealing<R>): Promise<number> {
  let moved = 0
  let after: Place = { tenant_id: '', id: '' }
  for (;;) {
    const page = await find(after, PAGE)
    for (const row of page) {
      try {
        moved += await reseal(row)
      } catch (error) {
        failed(row, error)
      }
    }
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return moved
    after = last
  }
}
