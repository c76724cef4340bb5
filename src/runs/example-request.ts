import { z } from 'zod'

/** A request that can be sent as it stands: an input alone does not show what it has to be wrapped in. */
export const ExampleRequest = z
  .object({ method: z.literal('POST'), url: z.string(), body: z.record(z.string(), z.unknown()) })
  .meta({ id: 'ExampleRequest' })
  .describe('A request that runs the example, ready to send.')

export const requestFor = (url: string, body: Record<string, unknown>): z.infer<typeof ExampleRequest> => ({
  method: 'POST',
  url,
  body,
})
