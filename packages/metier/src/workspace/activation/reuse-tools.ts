/** Composition: a skill reuses tools of other skills, including those of their servers, in its own activation. */

import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { readToolNeed } from '../../skill/tools-file/version-range.js'
import type { EncloseServer } from '../sandbox/enclose-server.js'
import type { ToolOwner } from '../tools/tool.js'
import { chooseNewest } from '../tools/tool-table.js'
import type { FindObjection, Grant } from './activation.js'
import type { ActivatableSkill, FindSkill } from './found-skill.js'
import type { ServerRequest } from './server.js'

/** A server of another skill, which is started for the skill that reuses its tools. */
interface ReusedServer {
  readonly request: ServerRequest
  readonly owner: ToolOwner
  /** Checks the owner's files: they must be the approved ones. */
  readonly findObjection: FindObjection
  readonly encloseServer: EncloseServer
  /** The tools to reuse; all of them if left out. */
  readonly tools: readonly string[] | undefined
}

/** The tools that a skill takes from others. */
export interface Reuse {
  readonly grants: readonly Grant[]
  readonly servers: readonly ReusedServer[]
  /** Tools that a server must have, which is known only once it runs. */
  readonly awaited: readonly AwaitedTool[]
}

/** A tool that a server is expected to have. */
export interface AwaitedTool {
  /** The reference as the skill writes it. */
  readonly text: string
  readonly owner: string
  readonly tool: string
}

/** Finds the tools that a skill reuses. */
export async function reuseTools(skill: ActivatableSkill, find: FindSkill): Promise<Result<Reuse>> {
  const grants: Grant[] = []
  const servers: ReusedServer[] = []
  const awaited: AwaitedTool[] = []
  for (const text of skill.reuses) {
    const slash = text.indexOf('/')
    const name = slash < 0 ? text : text.slice(0, slash)
    const found = await find(name)
    if (!found.ok) return { ok: false, failure: refuseNeed(skill.name, name, found.failure) }
    const picked = pickTools(found.value, slash < 0 ? undefined : text.slice(slash + 1))
    if (picked.grants.length + picked.servers.length === 0) {
      return refuseReuse(skill.name, { text, owner: name }, found.value.notes)
    }
    grants.push(...picked.grants.map((grant) => ({ ...grant, prefix: skill.name })))
    servers.push(...picked.servers)
    if (picked.awaited !== undefined) awaited.push({ text, owner: found.value.name, tool: picked.awaited })
  }
  return succeed({ grants, servers: mergeServers(servers), awaited })
}

interface Picked {
  readonly grants: readonly Grant[]
  readonly servers: readonly ReusedServer[]
  /** The tool that one of the servers must have. */
  readonly awaited?: string | undefined
}

/** Reused tools may shadow others only if their own skill's tools may. */
function pickTools(owner: ActivatableSkill, need: string | undefined): Picked {
  const reusedFrom = { skill: owner.name, sources: owner.sources }
  const own = owner.grants.map((grant) => ({ ...grant, reusedFrom }))
  const reuse = (request: ServerRequest, tools: readonly string[] | undefined) => ({
    request,
    owner: reusedFrom,
    findObjection: owner.findObjection,
    encloseServer: owner.encloseServer,
    tools,
  })
  if (need === undefined) {
    return { grants: own, servers: owner.servers.map((request) => reuse(request, request.tools)) }
  }
  const { name, range } = readToolNeed(need)
  const candidates = own.filter(({ tool }) => tool.toolName === name)
  const chosen = chooseNewest(candidates, range === undefined ? [] : [range])
  if (chosen !== undefined) return { grants: [chosen], servers: [] }
  // Server tools have no version, so no range matches them.
  const possible = range === undefined ? owner.servers.filter(({ tools }) => tools?.includes(name) ?? true) : []
  return { grants: [], servers: possible.map((request) => reuse(request, [name])), awaited: name }
}

/** A server is started once, even if several of its tools are reused. */
function mergeServers(servers: readonly ReusedServer[]): readonly ReusedServer[] {
  const merged = new Map<string, ReusedServer>()
  for (const server of servers) {
    const key = JSON.stringify([server.owner.skill, server.request.name])
    const known = merged.get(key)
    const tools = known === undefined ? server.tools : joinLists(known.tools, server.tools)
    merged.set(key, { ...server, tools })
  }
  return [...merged.values()]
}

function joinLists(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  return one === undefined || other === undefined ? undefined : [...new Set([...one, ...other])]
}

/** Says that a skill reuses a tool that its owner does not provide. */
export function refuseReuse(
  skill: string,
  { text, owner }: Pick<AwaitedTool, 'text' | 'owner'>,
  suggestions: readonly string[] = [],
) {
  const message = `Skill '${skill}' reuses '${text}', which skill '${owner}' does not provide`
  return fail('skill_ineligible', message, suggestions)
}

/** Says that a skill needs another skill that cannot be activated. */
export function refuseNeed(name: string, need: string, { message, suggestions }: Failure): Failure {
  return { code: 'skill_ineligible', message: `Skill '${name}' requires skill '${need}': ${message}`, suggestions }
}
