import { z } from 'zod'

/** A place in a list ordered by (created_at, id), newest first. Opaque on the wire. */
export type Position = { created_at: string; id: string }

const prefixed = z
  .string()
  .regex(/^[a-z]+_[0-9a-f]+$/)
  .max(80)

/** Checked as strictly as what we sent, since it goes into a query, and before the meter, so that a bad one is free. */
function cursorOf(id: z.ZodType<string>) {
  const wire = z.tuple([z.string().refine((time) => time >= '1970' && isInstant(time)), id])
  return z
    .string()
    .max(500)
    .transform((cursor, ctx): Position => {
      try {
        const [created_at, at] = wire.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
        return { created_at, id: at }
      } catch {
        ctx.addIssue('not a cursor of this list; pass next_cursor of the page before, unchanged')
        return z.NEVER
      }
    })
    .optional()
    .describe('next_cursor of the page before.')
}

/** Exactly what toISOString writes: other spellings of a time mean other things to a database. */
function isInstant(text: string): boolean {
  const parsed = new Date(text)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === text
}

const limit = z.int().min(1).max(100).default(20).describe('How many rows to return.')

/** The fields every list operation takes. */
export const page = { limit, cursor: cursorOf(prefixed) }

/** The same for lists whose rows have bare UUIDs. */
export const uuidPage = { limit, cursor: cursorOf(z.uuid()) }

export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass as cursor for the next page; null on the last.')

/** Rows were read with one more than asked for: that one only says whether there is a next page. */
export function paginate<T extends Position>(
  rows: T[],
  limit: number,
): { rows: T[]; next_cursor: string | null } {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { rows, next_cursor: null }
  const next_cursor = Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url')
  return { rows: rows.slice(0, limit), next_cursor }
}
