import { type Api, OPERATIONS } from './api.gen.ts'
import { methodFor } from './operations.ts'
import { settingsOf } from './request.ts'
import { type Runs, runsOf } from './runs.ts'
import type { ClientOptions } from './types.ts'

export type Herald = Api & { runs: Runs }

/** A client of the service: a group for each surface with a method for each operation. */
export function createClient(options: ClientOptions = {}): Herald {
  const settings = settingsOf(options)
  const groups = Object.entries(OPERATIONS).map(([group, methods]) => [
    group,
    Object.fromEntries(Object.entries(methods).map(([name, shape]) => [name, methodFor(settings, shape)])),
  ])
  // The table and the types are generated together from one description, so each method has its type.
  const api = Object.fromEntries(groups) as unknown as Api
  return { ...api, runs: runsOf(settings, api.agents) }
}
