/** What the servers of active skills offer besides tools: their prompts and resources, with permission. */

import { messageOf } from '../../skill/unknown-value.js'
import { guardClient } from '../permission/guard-client.js'
import { type PermissionContext, type PermissionRequest, permit } from '../permission/permission.js'
import type { ServerError } from '../tools/server-answer.js'
import type { Activation, ActiveSkills, RunningFor } from './activation.js'
import type { ContentChange } from './follow-servers.js'
import type { ServerFeature, ServerMethod, ServerQuery, ServerReply } from './server.js'
import type { CallerOptions } from './switch-skills.js'

/** A server of an active skill. */
export interface ActiveServer {
  readonly skill: string
  /** Its name in the skill's `tools.yaml`. */
  readonly name: string
  readonly offers: ReadonlySet<ServerFeature>
}

/** The servers of the active skills, as far as they offer more than tools. */
export interface ActiveServers {
  /** In the order in which their skills were activated. */
  list(): readonly ActiveServer[]
  /**
   * Sends a request to a server. Reading from it needs permission; listing does not. What the server says or asks
   * meanwhile goes to the client, labelled with the skill's name. A refusal is an error of the protocol.
   */
  ask(server: Pick<ActiveServer, 'skill' | 'name'>, query: ServerQuery, options?: CallerOptions): Promise<ServerReply>
  /** Sets the one function that is called after each change. */
  setOnChange(listener: ((change: ContentChange) => void) | undefined): void
}

/** What requests need of their workspace. */
export interface ServersContext {
  active(): ActiveSkills
  permitting(): PermissionContext
}

/** Creates the view, and the function that tells it of a change. */
export function createActiveServers({ active, permitting }: ServersContext) {
  let listener: ((change: ContentChange) => void) | undefined
  const servers: ActiveServers = {
    list: () =>
      active().activations.flatMap(({ name: skill, servers: running }) =>
        running.map(({ name, kept }) => ({ skill, name, offers: kept.offers })),
      ),
    ask: async ({ skill, name }, query, options = {}) => {
      const activation = active().activations.find((one) => one.name === skill)
      const server = activation?.servers.find((one) => one.name === name)
      if (activation === undefined || server === undefined) {
        return { error: { code: REFUSED, message: `Skill '${skill}' has no active server '${name}'` } }
      }
      return askServer({ activation, server, query }, options, permitting())
    },
    setOnChange: (next) => {
      listener = next
    },
  }
  return { servers, tell: (change: ContentChange) => listener?.(change) }
}

interface Asking {
  readonly activation: Activation
  readonly server: RunningFor
  readonly query: ServerQuery
}

const REFUSED = -32_603
const INTERNAL = -32_603

async function askServer(asking: Asking, options: CallerOptions, permitting: PermissionContext): Promise<ServerReply> {
  const { activation, server, query } = asking
  const error = await findObjection(asking, options, permitting)
  if (error !== undefined) return { error }
  const { name: skill, agreed, ending } = activation
  const client = options.client && guardClient(options.client, { skill, permitting, agreed })
  const signal = options.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, options.signal])
  const reply = await server.kept.ask(query, signal, client)
  return reply.ok ? reply.value : { error: { code: INTERNAL, message: reply.failure.message } }
}

interface Reading {
  readonly kind: 'prompt' | 'resource'
  readonly wish: string
  /** Whether the user is asked; without a question, an answer that was given before counts. */
  readonly mayAsk: boolean
}

/** The requests that need permission. */
const READINGS: Readonly<Partial<Record<ServerMethod, Reading>>> = {
  'prompts/get': { kind: 'prompt', wish: 'Get prompts', mayAsk: true },
  'resources/read': { kind: 'resource', wish: 'Read resources', mayAsk: true },
  'resources/subscribe': { kind: 'resource', wish: 'Read resources', mayAsk: true },
  // Sent with each key that the user presses.
  'completion/complete': { kind: 'prompt', wish: 'Get prompts', mayAsk: false },
}

/** A program on this machine is read from; to a server at an address something is sent. The user is asked once per activation. */
async function findObjection(
  { activation: { name: skill, agreed }, server: { name, url }, query }: Asking,
  { client }: CallerOptions,
  permitting: PermissionContext,
): Promise<ServerError | undefined> {
  const reading = READINGS[query.method]
  if (reading === undefined) return undefined
  const { kind, wish, mayAsk } = reading
  const key = `${kind}:${name}`
  const place = url === undefined ? '' : ` at ${url}`
  const request: PermissionRequest = {
    action: 'ask_server',
    tool: key,
    category: url === undefined ? 'read' : 'network',
    skill,
    params: query.params,
    message: `${wish} of server '${name}' of skill '${skill}'${place} while the skill is active`,
  }
  const ask = client?.approve ?? permitting.approve
  const approve = async (asked: PermissionRequest) => {
    if (agreed.has(key)) return true
    const isAgreed = mayAsk && (await ask?.(asked)) === true
    if (isAgreed) agreed.add(key)
    return isAgreed
  }
  try {
    const denial = await permit(request, { ...permitting, approve: ask && approve })
    return denial && { code: REFUSED, message: [denial.message, ...denial.suggestions].join('. ') }
  } catch (error) {
    return { code: REFUSED, message: `Could not ask the user about '${key}': ${messageOf(error)}` }
  }
}
