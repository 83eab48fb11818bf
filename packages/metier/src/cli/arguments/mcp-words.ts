/** What `metier mcp` and `metier serve` are told; the server itself is composed when a client asks for something. */

import { DELIVERIES, TOOL_PROFILES, USUAL_PROFILE } from '../../mcp/server/profiles.js'
import { type Option, STRICT } from './command.js'

export const MCP_OPTIONS: readonly Option[] = [
  {
    name: 'profile',
    kind: 'text',
    value: 'PROFILE',
    values: TOOL_PROFILES,
    default: USUAL_PROFILE,
    summary: 'which tools are offered',
  },
  {
    name: 'delivery',
    kind: 'text',
    value: 'WAY',
    values: DELIVERIES,
    default: 'toggle',
    summary: "how active skills' tools reach the client",
  },
  STRICT,
]

/** Resolves when the process is told to end. */
export function whenEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    process.once('SIGTERM', () => resolve())
  })
}
