import { z } from 'zod'
import { CATALOGUE, findAgent } from '../../agents/catalogue.ts'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import '../../ports.ts'
import { namedInput } from '../../runs/named-input.ts'
import { startRun } from '../../runs/start.ts'
import { scanner } from './listing.ts'

const names = CATALOGUE.map(({ name }) => name)

function agentCalled(name: string) {
  const found = findAgent(name)
  if (found !== null) return found
  if (name === scanner.name) {
    throw fail('bad_request', 'The scanner is run by its own operation.', {
      fix_hint: `POST ${scanner.run_url} with the input as the body. Free keys may.`,
    })
  }
  throw fail('not_found', 'No such agent.', { fix_hint: 'GET /v1/agents lists them.' })
}

export default operation({
  id: 'agents.run',
  route: 'POST /agents/{name}/run',
  summary: 'Run an agent',
  description:
    'Accepts a one-shot AI task and answers at once. Poll the run at poll_url, or follow it at stream_url, until it is completed or failed.',
  scope: 'agents:run',
  meter: 'agent_run',
  hold: (given, app) => agentCalled(given.name).hold(given.input, app),
  rate: null,
  idempotent: true,
  live: true,
  input: namedInput('agent', names, (name) => agentCalled(name).input),
  output: {
    202: z
      .object({
        run_id: z.string(),
        status: z.literal('queued'),
        agent_name: z.string(),
        poll_url: z.string(),
        stream_url: z.string(),
      })
      .meta({ id: 'RunAccepted' }),
  },
  errors: { llm_unconfigured: 'No text generator is configured, so no agent can run. Nothing is charged.' },
  example: {
    input: {
      name: 'faq-writer',
      input: { topic: 'coffee subscription', facts: ['It can be paused online.'], count: 3 },
    },
    output: {
      run_id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      status: 'queued',
      agent_name: 'faq-writer',
      poll_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      stream_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4/stream',
    },
  },
  async handle(ctx, { name, input }) {
    // After the meter, since the gates do not know providers: a 5xx gives the charge back.
    if (ctx.app.providers[ctx.principal.mode].llm === null)
      throw fail('llm_unconfigured', 'No text generator is configured on this installation.')
    return ctx.commit(async (tx) => {
      const { id } = await startRun(tx, ctx, { kind: 'agent', agent_name: name, input })
      const poll_url = `/v1/agents/runs/${id}`
      return reply.accepted({
        run_id: id,
        status: 'queued',
        agent_name: name,
        poll_url,
        stream_url: `${poll_url}/stream`,
      })
    })
  },
})
