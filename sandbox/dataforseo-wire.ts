import type { Refusals } from './ask.ts'
import { json, type Reply } from './family.ts'
import { hex } from './random.ts'
import { type Json, number } from './value.ts'

/** What one results page costs, in dollars. */
export const PRICE = 0.002

/** HTTP says 200 to nearly everything here; the truth is in status_code, at two levels. */
export function envelope(
  status_code: number,
  status_message: string,
  tasks: Json[] | null,
  http = 200,
): Reply {
  const cost = (tasks ?? []).reduce((sum, task) => sum + (number(task.cost) ?? 0), 0)
  const errors = (tasks ?? []).filter((task) => task.status_code !== 20000).length
  const counts = { cost, tasks_count: tasks?.length ?? 0, tasks_error: errors }
  const limits = {
    'x-ratelimit-limit': '2000',
    'x-ratelimit-remaining': status_code === 40202 ? '0' : '1999',
  }
  return json(
    http,
    { version: '0.1.20261101', status_code, status_message, time: '0.1 sec.', ...counts, tasks },
    limits,
  )
}

export const refusals: Refusals = {
  missingKey: () => envelope(40100, 'You are not authorized to access this resource.', null, 401),
  wrongKey: () => envelope(40100, 'You are not authorized to access this resource.', null, 401),
  badRequest: (reason) => envelope(40503, `POST Data Is Invalid. ${reason}`, null),
  unknownModel: () => envelope(40400, 'Not Found.', null, 404),
  serverError: () => envelope(50000, 'Internal Error.', null, 500),
  rateLimited: () => envelope(40202, 'Rate limit per minute exceeded.', null),
}

export function failed(data: Json, code: number, text: string, kind = 'organic'): Json {
  return {
    ...head(data, `00000000-0000-0000-0000-${hex(12, text)}`, code, text, kind),
    cost: 0,
    result_count: 0,
    result: null,
  }
}

export function head(
  data: Json,
  id: string,
  status_code: number,
  status_message: string,
  kind = 'organic',
): Json {
  const path = ['v3', 'serp', 'google', kind, 'live', 'advanced']
  const described = { api: 'serp', function: 'live', se: 'google', se_type: kind, ...data }
  return { id, status_code, status_message, time: '0.1 sec.', path, data: described }
}
