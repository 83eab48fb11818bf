/** The options of `metier mcp` and `metier serve`. The server itself is composed when a client sends a request. */

import { TOOL_PROFILES, USUAL_PROFILE } from '../../mcp/server/profiles.js'
import { DELIVERIES } from '../../tools/workspace-tools.js'
import { type Option, SET, STRICT } from './command.js'

export const MCP_OPTIONS: readonly Option[] = [
  {
    name: 'profile',
    kind: 'text',
    value: 'PROFILE',
    values: TOOL_PROFILES,
    default: USUAL_PROFILE,
    summary: 'Which tools to offer',
  },
  {
    name: 'delivery',
    kind: 'text',
    value: 'WAY',
    values: DELIVERIES,
    default: 'toggle',
    summary: 'How the tools of active skills reach the client',
  },
  SET,
  STRICT,
]

/** Resolves when the process receives a signal to end. */
export function whenEnded(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    process.once('SIGTERM', () => resolve())
  })
}
