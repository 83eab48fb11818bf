/** Makes an activation of a planned skill: its servers are started here, after the user's consent, or not at all. */

import { setMaxListeners } from 'node:events'
import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import type { Activation, Grant } from './activation.js'
import { type KeptServer, keepServer } from './keep-server.js'
import { type Permitting, permit } from './permission.js'
import type { PlannedSkill } from './plan-activation.js'
import type { ServerRequest, StartServer } from './server.js'
import { readToolNeed } from './version-range.js'

export interface Preparing {
  readonly startServer: StartServer | undefined
  readonly permitting: Permitting
}

export async function prepareActivation(skill: PlannedSkill, preparing: Preparing): Promise<Result<Activation>> {
  const servers = await startServers(skill, preparing)
  if (!servers.ok) return servers
  const brought = servers.value.flatMap(({ name, kept }) => kept.tools.map((tool) => toGrant(tool, name)))
  const { name, displayName, description, version, instructions, sources, restrictsTo, preapproves, digest } = skill
  return succeed({
    name,
    displayName,
    description,
    version,
    instructions,
    sources,
    grants: [...skill.grants, ...brought],
    restrictsTo,
    preapproves,
    requires: skill.needs,
    ranges: readRanges(skill.requires.tools),
    digest,
    notes: skill.notes,
    findObjection: skill.findObjection,
    ending: createEnding(),
    onActivate: skill.onActivate,
    onDeactivate: skill.onDeactivate,
    stop: () => stopServers(servers.value),
  })
}

/** As many calls may wait for the end of a skill as a model makes. */
function createEnding(): AbortController {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  return ending
}

function toGrant(tool: Grant['tool'], server: string): Grant {
  return { tool, mayShadow: false, prefix: server }
}

/** A tool without a range must be there all the same. */
function readRanges(needs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(needs.map(readToolNeed).map(({ name, range }) => [name, range ?? '*']))
}

interface NamedServer {
  readonly name: string
  readonly kept: KeptServer
}

/** All of them, or none: one that does not come up fails the activation as a whole. */
async function startServers(skill: PlannedSkill, preparing: Preparing): Promise<Result<readonly NamedServer[]>> {
  const started: NamedServer[] = []
  for (const request of skill.servers) {
    const refusal = await findRefusal(skill, request, preparing)
    const kept =
      refusal ??
      (await keepServer(request, {
        start: preparing.startServer ?? refuseToStart,
        findObjection: skill.findObjection,
      }))
    if (!('ok' in kept) || !kept.ok) {
      await stopServers(started)
      const failure = 'ok' in kept ? kept.failure : kept
      return { ok: false, failure: { ...failure, message: `Skill '${skill.name}': ${failure.message}` } }
    }
    started.push({ name: request.name, kept: kept.value })
  }
  return succeed(started)
}

async function findRefusal(
  skill: PlannedSkill,
  { name, command, url }: ServerRequest,
  { permitting }: Preparing,
): Promise<Failure | undefined> {
  const what = command?.join(' ') ?? url ?? ''
  const message = `Start server '${name}' of skill '${skill.name}': ${what}`
  const category = url === undefined ? 'execute' : 'network'
  // The skill is not active yet: what is asked about it is told by what was found.
  const activations = [{ ...skill, preapproves: [] }]
  const request = {
    action: 'start_server',
    tool: `server:${name}`,
    category,
    skill: skill.name,
    command,
    message,
  } as const
  try {
    const refused = await permit(request, { ...permitting, activations })
    return refused && { code: 'source_untrusted', message: refused.message, suggestions: refused.suggestions }
  } catch (error) {
    // A host that cannot ask has not agreed.
    const reason = error instanceof Error ? error.message : String(error)
    return {
      code: 'source_untrusted',
      message: `Nobody could be asked about server '${name}': ${reason}`,
      suggestions: [],
    }
  }
}

async function stopServers(servers: readonly NamedServer[]): Promise<void> {
  await Promise.all(servers.map(({ kept }) => kept.stop()))
}

const refuseToStart: StartServer = async ({ name }) =>
  fail('system_error', `Server '${name}' cannot be started: this host starts no servers`, [
    "Give the workspace `startServer` from 'metier/workspace'",
  ])
