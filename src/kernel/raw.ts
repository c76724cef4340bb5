import { z } from 'zod'

/** A body that is not JSON: a page, a picture, a stream of events. */
export class Raw {
  readonly content_type: string
  readonly data: string | Uint8Array | AsyncIterable<string | Uint8Array>

  constructor(contentType: string, data: string | Uint8Array | AsyncIterable<string | Uint8Array>) {
    this.content_type = contentType
    this.data = data
  }
}

/** Declares such an output; the description says what is in it. */
export function rawOutput(contentType: string, description: string) {
  return z.instanceof(Raw).meta({ content_type: contentType, description })
}

export function rawContentType(schema: z.ZodType): string | null {
  const declared = schema.meta()?.content_type
  return typeof declared === 'string' ? declared : null
}

type Either = { json: z.ZodType; content_type: string }
const eithers = new WeakMap<z.ZodType, Either>()

/** JSON, or the same thing in another form for whoever asks for that. */
export function orRaw<T extends z.ZodType>(jsonSchema: T, contentType: string) {
  const schema = z.union([jsonSchema, z.instanceof(Raw)])
  eithers.set(schema, { json: jsonSchema, content_type: contentType })
  return schema
}

export function eitherOf(schema: z.ZodType): Either | null {
  return eithers.get(schema) ?? null
}

/**
 * A request body as the bytes that came, for senders who sign them. What it holds is private, so that nothing that
 * walks over inputs takes it for fields.
 */
export class RawRequest {
  readonly #body: Uint8Array
  readonly #header: (name: string) => string | undefined

  constructor(body: Uint8Array, header: (name: string) => string | undefined) {
    this.#body = body
    this.#header = header
  }

  body(): Uint8Array {
    return this.#body
  }

  header(name: string): string | undefined {
    return this.#header(name)
  }
}

export type RawInput = {
  content_type: string
  headers: readonly string[]
  description: string
  example: unknown
}

const rawInputs = new WeakMap<z.ZodType, RawInput>()

/** Declares such an input: an operation whose one field is `raw` reads its body itself, unparsed. */
export function rawInput(about: RawInput) {
  const schema = z.instanceof(RawRequest)
  rawInputs.set(schema, about)
  return schema
}

export function rawInputOf(operation: { input: z.ZodObject }): RawInput | null {
  const { raw } = operation.input.shape
  return (raw instanceof z.ZodType && rawInputs.get(raw)) || null
}
