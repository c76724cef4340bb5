import { z } from 'zod'
import { operation, reply } from '../../kernel/operation.ts'
import { microsToUsd } from '../../kernel/plans.ts'
import { ExampleRequest, requestFor } from '../../runs/example-request.ts'
import { WORKFLOWS } from './load.ts'

const WorkflowListing = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    run_url: z.string().describe('Where to POST.'),
    steps: z.array(
      z.object({
        agent: z.string(),
        most: z.int().describe('How often the agent runs at most in this step.'),
      }),
    ),
    input_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the input.'),
    example_input: z.record(z.string(), z.unknown()),
    example_request: ExampleRequest,
    example_max_cost_usd: z
      .number()
      .describe('The most that a run of the example can cost; held until it ends.'),
    max_cost_usd: z.number().describe('The most that a run of the largest input can cost here.'),
  })
  .meta({ id: 'WorkflowListing' })

export default operation({
  id: 'workflows.list',
  route: 'GET /workflows',
  summary: 'List the workflows',
  description:
    'Chains of agents, each with its steps, the JSON Schema of its input and the most that a run can cost.',
  scope: 'workflows:run',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.object({ workflows: z.array(WorkflowListing) }) },
  errors: {},
  example: {
    input: {},
    output: {
      workflows: [
        {
          name: 'content-sprint',
          title: 'Content sprint',
          description: 'From queries to a brief and an FAQ for the best of them.',
          run_url: '/v1/workflows/content-sprint/run',
          steps: [{ agent: 'keyword-cluster', most: 1 }],
          input_schema: { type: 'object' },
          example_input: { keywords: ['coffee subscription', 'coffee gift box'] },
          example_request: {
            method: 'POST',
            url: '/v1/workflows/content-sprint/run',
            body: { input: { keywords: ['coffee subscription', 'coffee gift box'] } },
          },
          example_max_cost_usd: 0.4,
          max_cost_usd: 0.6,
        },
      ],
    },
  },
  async handle(ctx) {
    const workflows = WORKFLOWS.map(({ name, title, description, steps, input, example, hold }) => ({
      name,
      title,
      description,
      run_url: `/v1/workflows/${name}/run`,
      steps: steps.map(({ agent, most }) => ({ agent, most })),
      input_schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      example_input: example,
      example_request: requestFor(`/v1/workflows/${name}/run`, { input: example }),
      example_max_cost_usd: microsToUsd(hold(ctx.app, example)),
      max_cost_usd: microsToUsd(hold(ctx.app)),
    }))
    return reply.ok({ workflows })
  },
})
