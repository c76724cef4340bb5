import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scripted } from '../../agents/fixtures/scripted.ts'
import { type Agent, RunFailed } from '../../runs/agent.ts'
import { runChain } from './chain.task.ts'

/** A chain of one step, which an earlier try has kept; the agent is found under the step's name and never run again. */
const chain: Agent = {
  name: 'writer',
  run: (ctx) => runChain(ctx, 'chain', [{ agent: 'writer', most: 1, held: () => 0, inputs: () => [{}] }], {}),
}

test('a step kept from the other world fails the chain instead of being passed off', async () => {
  const kept = (simulated: boolean) => scripted(chain, {}, [], { '1.1-writer': { simulated } }).run
  await assert.rejects(kept(false), (error) => error instanceof RunFailed && /simulated/.test(error.message))
  assert.equal((await kept(true)).simulated, true)
})
