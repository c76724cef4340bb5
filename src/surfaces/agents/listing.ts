import { z } from 'zod'
import type { CatalogueAgent } from '../../agents/declare.ts'
import type { App } from '../../kernel/context.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { ExampleRequest, requestFor } from '../../runs/example-request.ts'

const JsonSchema = z.record(z.string(), z.unknown())

export const AgentListing = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    access: z.enum(['free', 'paid']).describe('Whether a free key may run it.'),
    run_url: z.string().describe('Where to POST.'),
    input_schema: JsonSchema.describe('JSON Schema of the input.'),
    output_schema: JsonSchema.describe('JSON Schema of a completed run’s output.'),
    example_input: z.record(z.string(), z.unknown()),
    example_request: ExampleRequest,
    example_max_cost_usd: z
      .number()
      .nullable()
      .describe(
        'The most that a run of the example can cost here; null where it depends on more than the input.',
      ),
  })
  .meta({ id: 'AgentListing' })

export function listingOf(agent: CatalogueAgent, app: App): z.infer<typeof AgentListing> {
  const { name, title, description, input, output, example } = agent
  return {
    name,
    title,
    description,
    access: 'paid',
    run_url: `/v1/agents/${name}/run`,
    input_schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    output_schema: z.toJSONSchema(output, { unrepresentable: 'any' }),
    example_input: example,
    example_request: requestFor(`/v1/agents/${name}/run`, { input: example }),
    example_max_cost_usd: microsToUsd(agent.hold(example, app)),
  }
}

const scannerExample = { brand: 'Acme Coffee', queries: ['best coffee subscription'] }
const SCAN = '/v1/openapi.json#/paths/~1aeo~1scan/post'

/**
 * The scanner belongs to the AEO surface, has its own operation there and is open to free keys. It is listed here by
 * reference, so that its schema is written once.
 */
export const scanner: z.infer<typeof AgentListing> = {
  name: 'aeo-scanner',
  title: 'AEO scanner',
  description: 'Asks AI answer engines your customers’ questions and measures how they mention your brand.',
  access: 'free',
  run_url: '/v1/aeo/scan',
  input_schema: { $ref: `${SCAN}/requestBody/content/application~1json/schema` },
  output_schema: { type: 'object', description: 'The full report: see the AEO surface.' },
  example_input: scannerExample,
  example_request: requestFor('/v1/aeo/scan', scannerExample),
  example_max_cost_usd: null,
}
