import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than any client sends ahead in earnest. */
const MAX_WAITING = 100

export type Turns = {
  /** Whether it is this answer's turn. */
  has(response: ServerResponse): boolean
  /** Does the work when it is. */
  wait(request: IncomingMessage, response: ServerResponse, work: () => void): void
}

/**
 * A client may send requests ahead on one connection. Node hands them over all at once, and their answers wait in
 * memory for a client that need not read them: a few connections could use up all there is. So each waits for its turn.
 */
export function createTurns(): Turns {
  const waiting = new WeakMap<Socket, number>()
  return {
    // An answer has the connection as soon as those before it are written, which is nearly always at once.
    has: (response) => response.socket !== null,
    wait({ socket }, response, work) {
      const ahead = (waiting.get(socket) ?? 0) + 1
      if (ahead > MAX_WAITING) return void socket.destroy()
      waiting.set(socket, ahead)
      response.once('socket', () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
        process.nextTick(work)
      })
    },
  }
}
