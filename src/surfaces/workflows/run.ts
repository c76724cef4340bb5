import { z } from 'zod'
import { fail } from '../../kernel/errors.ts'
import { operation, reply } from '../../kernel/operation.ts'
import '../../ports.ts'
import { namedInput } from '../../runs/named-input.ts'
import { startRun } from '../../runs/start.ts'
import { findWorkflow, WORKFLOWS } from './load.ts'

const names = WORKFLOWS.map(({ name }) => name)

function workflowCalled(name: string) {
  const found = findWorkflow(name)
  if (found === null)
    throw fail('not_found', 'No such workflow.', { fix_hint: 'GET /v1/workflows lists them.' })
  return found
}

export default operation({
  id: 'workflows.run',
  route: 'POST /workflows/{name}/run',
  summary: 'Run a workflow',
  description:
    'Accepts a chain of agents as one workflow run and answers at once; its agents use no agent runs. Poll or stream it like any run. Each finished step is kept, so that an interruption costs nothing twice.',
  scope: 'workflows:run',
  meter: 'workflow_run',
  hold: (given, app) => workflowCalled(given.name).hold(app, given.input),
  rate: null,
  idempotent: true,
  live: true,
  input: namedInput('workflow', names, (name) => workflowCalled(name).input),
  output: {
    202: z
      .object({
        run_id: z.string(),
        status: z.literal('queued'),
        workflow_name: z.string(),
        steps: z.array(z.string()).describe('The agents, in their order.'),
        poll_url: z.string(),
        stream_url: z.string(),
      })
      .meta({ id: 'WorkflowAccepted' }),
  },
  errors: {
    llm_unconfigured: 'No text generator is configured, so no workflow can run. Nothing is charged.',
  },
  example: {
    input: {
      name: 'content-sprint',
      input: { keywords: ['coffee subscription', 'coffee gift box'], facts: ['It can be paused online.'] },
    },
    output: {
      run_id: 'run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      status: 'queued',
      workflow_name: 'content-sprint',
      steps: ['keyword-cluster', 'content-brief', 'faq-writer'],
      poll_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4',
      stream_url: '/v1/agents/runs/run_019a84d2c3f07b6c9a51f0a7c1e2d3b4/stream',
    },
  },
  async handle(ctx, { name, input }) {
    // After the meter, since the gates do not know providers: a 5xx gives the charge back.
    if (ctx.app.providers[ctx.principal.mode].llm === null)
      throw fail('llm_unconfigured', 'No text generator is configured on this installation.')
    const steps = workflowCalled(name).steps.map(({ agent }) => agent)
    return ctx.commit(async (tx) => {
      const { id, status } = await startRun(tx, ctx, { kind: 'workflow', agent_name: name, input })
      if (status !== 'queued') throw new Error('a run that was just accepted is not queued')
      const poll_url = `/v1/agents/runs/${id}`
      const accepted = { run_id: id, status, workflow_name: name, steps, poll_url }
      return reply.accepted({ ...accepted, stream_url: `${poll_url}/stream` })
    })
  },
})
