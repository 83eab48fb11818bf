/** Recognises an MCP client by the name it gives, and says how much of a text it passes on. */

import type { Agent, ClientLimits } from './agent.js'
import { AGENTS } from './agents.js'

/** A client as it introduces itself. The name is only good for choosing lengths: any program can give any name. */
export interface ClientName {
  readonly name: string
  readonly version?: string
}

/** The limits that a server keeps to. */
export interface TextLimits extends Omit<ClientLimits, 'names' | 'before' | 'description' | 'instructions'> {
  /** The agent's id; undefined if the client is not known. */
  readonly agent: string | undefined
  readonly description: number
  readonly instructions: number
}

/** The least that a client with a known cut takes. A client whose cut is not known gets this much too. */
export const CAREFUL_LENGTH = 2048

/** The limits of a client; the careful ones if it is not known or gives no name. */
export function limitsOf(client: ClientName | undefined): TextLimits {
  const agent = client === undefined ? undefined : AGENTS.find(({ client: limits }) => isNamed(limits, client.name))
  return limitsOfAgent(agent, client?.version ?? '0')
}

/** The limits of an agent in one version; in its newest if left out. */
export function limitsOfAgent(agent: Agent | undefined, version?: string): TextLimits {
  const { names: _, before, ...limits } = agent?.client ?? { names: [] }
  const isOld = before !== undefined && version !== undefined && isBefore(version, before.version)
  return {
    ...limits,
    agent: agent?.id,
    description: (isOld ? before.description : limits.description) ?? CAREFUL_LENGTH,
    instructions: (isOld ? before.instructions : limits.instructions) ?? CAREFUL_LENGTH,
  }
}

function isNamed(limits: ClientLimits | undefined, name: string): boolean {
  const plain = name.toLowerCase().replace(/[\s-]+/g, '-')
  return limits?.names.some((known) => plain.startsWith(known)) ?? false
}

/** A version that cannot be read counts as old. */
function isBefore(version: string, limit: string): boolean {
  const found = numbersOf(version)
  const wanted = numbersOf(limit)
  const at = wanted.findIndex((number, index) => number !== found[index])
  return at >= 0 && (found[at] ?? 0) < (wanted[at] ?? 0)
}

function numbersOf(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number)
}
