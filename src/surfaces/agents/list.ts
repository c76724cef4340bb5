import { z } from 'zod'
import { CATALOGUE } from '../../agents/catalogue.ts'
import { operation, reply } from '../../kernel/operation.ts'
import { AgentListing, listingOf, scanner } from './listing.ts'

export default operation({
  id: 'agents.list',
  route: 'GET /agents',
  summary: 'List the agents',
  description:
    'The catalogue: what each agent does, the JSON Schema of its input and output, and the most that a run of its example can cost.',
  scope: 'any',
  meter: 'none',
  hold: null,
  rate: null,
  idempotent: false,
  live: true,
  input: z.object({}),
  output: { 200: z.object({ agents: z.array(AgentListing) }) },
  errors: {},
  example: { input: {}, output: { agents: [scanner] } },
  async handle(ctx) {
    return reply.ok({ agents: [scanner, ...CATALOGUE.map((agent) => listingOf(agent, ctx.app))] })
  },
})
