/** Servers as a host may hand them in: a `startServer` of its own, whose servers are no processes. */

import type { RunningServer, StartServer } from '../../src/workspace/activation/server.js'

export const REQUEST = {
  name: 'helper',
  command: ['helper'],
  cwd: '.',
  environment: {},
  startMilliseconds: 1_000,
  callMilliseconds: 1_000,
} as const

/** A server with the tool `help`, which never ends by itself. */
export function makeServer(more: Partial<RunningServer> = {}): RunningServer {
  return {
    tools: [{ name: 'help', description: 'Helps', inputSchema: { type: 'object' } }],
    call: async () => ({ ok: true, value: 'helped' }),
    stderr: () => '',
    ended: new Promise(() => undefined),
    stop: async () => undefined,
    ...more,
  }
}

/** A host that counts the servers which it started and nobody stopped. */
export function startCounted() {
  let running = 0
  const start: StartServer = async () => {
    running++
    const stop = async () => {
      running--
    }
    return { ok: true, value: makeServer({ stop }) }
  }
  return { start, running: () => running }
}
