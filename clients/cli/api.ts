import { createClient } from '../typescript/src/index.ts'
import { type Input, methodFor } from '../typescript/src/operations.ts'
import { settingsOf } from '../typescript/src/request.ts'
import type { Row } from './output.ts'

type Settings = { api_key: string | undefined; base_url: string }

/** The SDK by route: its retries, its idempotency keys and its errors, for whatever the service can do. */
export function apiOf({ api_key, base_url }: Settings) {
  const options = { apiKey: api_key, baseUrl: base_url }
  const settings = settingsOf(options)
  return {
    runs: createClient(options).runs,
    call(route: string, input: Input = {}): Promise<Row> {
      const [method = 'GET', path = '/'] = route.split(' ')
      const writes = method === 'POST' || method === 'PATCH'
      const shape = { method, path, ...(writes ? { body: true as const, idempotent: true as const } : {}) }
      // Every reply of the service is a JSON object, or nothing after a removal.
      return methodFor(settings, shape)(input) as Promise<Row>
    },
  }
}

export type Api = ReturnType<typeof apiOf>
