import { type AnyOperation, pathParams, type Surface } from './operation.ts'

export type Registry = {
  surfaces: readonly Surface[]
  operations: readonly AnyOperation[]
  get(id: string): AnyOperation
}

/** Refuses at start what no request should discover: two of one id or route, or a path field nobody declared. */
export function createRegistry(surfaces: readonly Surface[]): Registry {
  const operations = surfaces.flatMap((surface) => surface.operations)
  const byId = new Map<string, AnyOperation>()
  const routes = new Set<string>()
  for (const declared of operations) {
    const shape = declared.route.replace(/\{\w+\}/g, '{}')
    if (byId.has(declared.id)) throw new Error(`two operations are called ${declared.id}`)
    if (routes.has(shape)) throw new Error(`two operations answer ${declared.route}`)
    for (const name of pathParams(declared)) {
      if (!(name in declared.input.shape)) throw new Error(`${declared.id}: {${name}} is not in its input`)
    }
    byId.set(declared.id, declared)
    routes.add(shape)
  }
  return {
    surfaces,
    operations,
    get(id) {
      const found = byId.get(id)
      if (found === undefined) throw new Error(`no operation is called ${id}`)
      return found
    },
  }
}
