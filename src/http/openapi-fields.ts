import { z } from 'zod'
import { type AnyOperation, isRead, pathParams } from '../kernel/operation.ts'

/** Each field with its example on it, so that a reader of one parameter need not look elsewhere. */
export function pick(declared: AnyOperation, names: readonly string[]): z.ZodObject {
  const fields = names.map((name) => [name, described(declared, name)] as const)
  return z.object(Object.fromEntries(fields))
}

function described(declared: AnyOperation, name: string): z.ZodType {
  const field = declared.input.shape[name] as z.ZodType
  const { [name]: example }: Record<string, unknown> = declared.example.input
  const { from_header, ...meta } = field.meta() ?? {}
  const isParameter = isRead(declared) || pathParams(declared).includes(name)
  const shown = isParameter && example !== undefined ? field.meta({ ...meta, param: { example } }) : field
  if (from_header === undefined) return shown
  const description =
    `${meta.description ?? ''} The ${from_header} header says the same, and goes first.`.trim()
  // A copy inherits what its original says of itself, unless that is taken back.
  return shown.meta({ from_header: undefined, description })
}
