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
