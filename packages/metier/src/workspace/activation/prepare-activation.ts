/**
 * Turns a planned skill into an activation. Its servers are started here, with the user's consent, or the activation
 * fails.
 */

import { setMaxListeners } from 'node:events'
import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { readToolNeed } from '../../skill/tools-file/version-range.js'
import { messageOf } from '../../skill/unknown-value.js'
import { guardClient } from '../permission/guard-client.js'
import { type PermissionContext, permit } from '../permission/permission.js'
import type { EncloseServer } from '../sandbox/enclose-server.js'
import { createImitationCheck } from '../tools/imitation.js'
import type { ToolOwner } from '../tools/tool.js'
import type { ToolClient } from '../tools/tool-client.js'
import { findFreeName } from '../tools/tool-table.js'
import { untilAborted } from '../tools/until-aborted.js'
import type { Activation, FindObjection, Grant, RunningFor } from './activation.js'
import { type KeptServer, keepServer } from './keep-server.js'
import type { PlannedSkill } from './plan-activation.js'
import { type AwaitedTool, refuseReuse } from './reuse-tools.js'
import type { ServerRequest, StartServer } from './server.js'

/** What a preparation needs of its workspace. */
export interface PreparationContext {
  readonly startServer: StartServer | undefined
  readonly permitting: PermissionContext
  /** Aborted when the caller gives up; everything that was being started is stopped. */
  readonly signal?: AbortSignal | undefined
  /** Names that no tool of a skill's files may have. */
  readonly reservedNames?: readonly string[] | undefined
  /** The client that asks for the activation. */
  readonly client?: ToolClient | undefined
}

/** Starts what the skill needs. If that fails or is aborted, everything that was started is stopped. */
export async function prepareActivation(
  skill: PlannedSkill,
  preparing: PreparationContext,
): Promise<Result<Activation>> {
  const agreed = new Set<string>()
  const servers = await startServers(skill, introduceClient(skill, preparing, agreed))
  if (!servers.ok) return servers
  const findGrants = () => {
    const brought = servers.value.flatMap(grantsOf(skill))
    return avoidNames([...skill.grants, ...skill.reuse.grants, ...brought], preparing.reservedNames)
  }
  const { name, displayName, description, version, instructions, sources, restrictsTo, preapproves, digest } = skill
  return succeed({
    name,
    displayName,
    description,
    version,
    instructions,
    sources,
    grants: findGrants(),
    findGrants,
    servers: servers.value.filter(({ wanted }) => wanted.owner === undefined).map(describeServer),
    restrictsTo,
    preapproves,
    requires: skill.needs,
    ranges: readRanges(skill.requires.tools),
    digest,
    withheld: skill.withheld,
    notes: [...skill.notes, ...(await skill.findNotes())],
    findObjection: skill.findObjection,
    ending: createEnding(),
    agreed,
    onActivate: skill.onActivate,
    onDeactivate: skill.onDeactivate,
    stop: () => stopServers(servers.value),
  })
}

/** The client as the skill's servers see it. The skill is not active yet, so describe it from its definition. */
function introduceClient(skill: PlannedSkill, preparing: PreparationContext, agreed: Set<string>): PreparationContext {
  const { client, permitting } = preparing
  if (client === undefined) return preparing
  const asking = { ...permitting, activations: [{ ...skill, preapproves: [] }] }
  return { ...preparing, client: guardClient(client, { skill: skill.name, permitting: asking, agreed }) }
}

/** Only the host's own skills may replace a tool of the host. */
function avoidNames(grants: readonly Grant[], reserved: readonly string[] = []): readonly Grant[] {
  const isReserved = createImitationCheck(reserved)
  return grants.map((grant) => {
    const { tool, mayShadow, prefix } = grant
    if (mayShadow || !isReserved(tool.toolName)) return grant
    return { ...grant, tool: { ...tool, toolName: findFreeName(tool.toolName, prefix, isReserved) } }
  })
}

/** Any number of calls may wait for a skill to end, so the usual limit of listeners does not apply. */
function createEnding(): AbortController {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  return ending
}

/** A tool without a version range is still required. */
function readRanges(needs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(needs.map(readToolNeed).map(({ name, range }) => [name, range ?? '*']))
}

/** A server that runs while the skill is active. */
interface WantedServer {
  readonly request: ServerRequest
  readonly findObjection: FindObjection
  readonly encloseServer: EncloseServer
  /** The skill that it belongs to, if that is another one. */
  readonly owner?: ToolOwner
  /** The tools to take from it; all of them if left out. */
  readonly tools?: readonly string[] | undefined
}

interface StartedServer {
  readonly wanted: WantedServer
  readonly kept: KeptServer
}

function describeServer({ wanted: { request }, kept }: StartedServer): RunningFor {
  return { name: request.name, url: request.url, kept }
}

/** What a server brings at this moment. */
function grantsOf(skill: PlannedSkill): (server: StartedServer) => readonly Grant[] {
  return ({ wanted: { request, owner, tools }, kept }) => {
    const taken = kept.tools.filter(({ toolName }) => tools?.includes(toolName) ?? true)
    const prefix = owner === undefined ? request.name : skill.name
    return taken.map((tool) => ({ tool, mayShadow: false, prefix, reusedFrom: owner }))
  }
}

/** Starts all servers or none: if one fails to start, the whole activation fails. */
async function startServers(
  skill: PlannedSkill,
  preparing: PreparationContext,
): Promise<Result<readonly StartedServer[]>> {
  const { findObjection, encloseServer } = skill
  const own = skill.servers.map((request) => ({ request, findObjection, encloseServer }))
  const all: readonly WantedServer[] = [...own, ...skill.reuse.servers]
  const started: StartedServer[] = []
  for (const wanted of all) {
    const server = await startOne(skill, wanted, preparing)
    if (!server.ok) {
      await Promise.allSettled([stopServers(started)])
      const { failure } = server
      return { ok: false, failure: { ...failure, message: `Skill '${skill.name}': ${failure.message}` } }
    }
    // A server without any of the reused tools is not needed.
    if (wanted.owner !== undefined && grantsOf(skill)(server.value).length === 0)
      await Promise.allSettled([server.value.kept.stop()])
    else started.push(server.value)
  }
  const brings =
    ({ owner, tool }: AwaitedTool) =>
    (server: StartedServer) =>
      server.wanted.owner?.skill === owner && grantsOf(skill)(server).some((grant) => grant.tool.toolName === tool)
  const missing = skill.reuse.awaited.find((awaited) => !started.some(brings(awaited)))
  if (missing === undefined) return succeed(started)
  await Promise.allSettled([stopServers(started)])
  return refuseReuse(skill.name, missing)
}

async function startOne(
  skill: PlannedSkill,
  wanted: WantedServer,
  preparing: PreparationContext,
): Promise<Result<StartedServer>> {
  const refusal = await findRefusal(skill, wanted, preparing)
  if (refusal !== undefined) return { ok: false, failure: refusal }
  const { request, findObjection, encloseServer } = wanted
  const enclosed = await encloseServer(request)
  if (!enclosed.ok) return enclosed
  const kept = await keepServer(
    { ...enclosed.value, client: preparing.client },
    {
      start: preparing.startServer ?? refuseToStart,
      findObjection,
      signal: preparing.signal,
    },
  )
  return kept.ok ? succeed({ wanted, kept: kept.value }) : kept
}

async function findRefusal(
  skill: PlannedSkill,
  { request: { name, command, written = command, url, sends = [] }, owner }: WantedServer,
  { permitting, signal }: PreparationContext,
): Promise<Failure | undefined> {
  const what = written?.join(' ') ?? url ?? ''
  const whose = owner === undefined ? `skill '${skill.name}'` : `skill '${owner.skill}' for skill '${skill.name}'`
  const request = {
    action: 'start_server',
    tool: `server:${name}`,
    category: url === undefined ? 'execute' : 'network',
    skill: skill.name,
    command: written,
    message: `Start server '${name}' of ${whose}: ${what}${sends.length === 0 ? '' : `, which gets ${sends.join(', ')}`}`,
  } as const
  // The skill is not active yet, so describe it from its definition.
  const activations = [{ ...skill, preapproves: [] }]
  try {
    const refused = await untilAborted(permit(request, { ...permitting, activations }, owner), signal)
    return refused && { code: 'source_untrusted', message: refused.message, suggestions: refused.suggestions }
  } catch (error) {
    // If the host cannot ask, the answer is no.
    const reason = messageOf(error)
    const message = `Could not ask the user about server '${name}': ${reason}`
    return { code: 'source_untrusted', message, suggestions: [] }
  }
}

/** Rethrows the first error after every other server has been stopped. */
async function stopServers(servers: readonly StartedServer[]): Promise<void> {
  const stops = servers.map(({ kept }) => kept.stop())
  await Promise.allSettled(stops)
  await Promise.all(stops)
}

const refuseToStart: StartServer = async ({ name }) =>
  fail('system_error', `Server '${name}' cannot be started: this workspace has no startServer option`, [
    "Pass `startServer` from 'metier/workspace' to the workspace",
  ])
