/** The tools that skills would add if they were active, for clients that list tools only once and for refusals. */

import type { SkillManager } from '../../manager/skill-manager.js'
import { type FileSkillOptions, findFileSkill } from '../activation/file-skill.js'
import type { SkillDefinition } from '../define-skill.js'
import { isToolName, type Tool } from '../tools/tool.js'

/** A tool that a skill would add if it were active. */
export interface PotentialTool {
  readonly tool: Tool
  /** The skill that has it. */
  readonly skill: string
}

/**
 * The scripts of every approved skill that is files. The tools of its servers are unknown until they start. Files are
 * read once per snapshot of the registry, except those of skills that need approval.
 */
export async function findFileTools(options: FileSkillOptions): Promise<readonly PotentialTool[]> {
  const { manager, workdir } = options
  await manager.ready()
  const { registry } = manager
  const places = memory.get(registry) ?? new Map<string, Promise<Looks>>()
  memory.set(registry, places)
  const last = places.get(workdir) ?? Promise.resolve(NOTHING)
  const looks = last.catch(() => NOTHING).then((known) => lookAround(known, options))
  places.set(workdir, looks)
  return [...(await looks).values()].flat()
}

/** The tools by skill. A missing skill has to be read again. */
type Looks = ReadonlyMap<string, readonly PotentialTool[]>

const NOTHING: Looks = new Map()
const memory = new WeakMap<SkillManager['registry'], Map<string, Promise<Looks>>>()

async function lookAround(known: Looks, options: FileSkillOptions): Promise<Looks> {
  const looks = new Map<string, readonly PotentialTool[]>()
  for (const { name } of options.manager.getAvailableSkills()) {
    const tools = known.get(name) ?? (await lookAt(name, options))
    if (tools !== undefined) looks.set(name, tools)
  }
  return looks
}

/** Undefined if the result may differ next time. An activation of the skill reports the reason. */
async function lookAt(name: string, options: FileSkillOptions): Promise<readonly PotentialTool[] | undefined> {
  const found = await findFileSkill(name, options)
  if (!found.ok || found.value.notes.length > 0) return undefined
  return found.value.grants.map(({ tool }) => ({ tool, skill: name }))
}

/** The skills to search for tools. */
export interface PotentialToolsOptions {
  readonly skillManager: SkillManager
  readonly skills: readonly SkillDefinition[]
  readonly workdir: string
}

/**
 * Creates a function that finds the tools by name. Of two tools with one name the first is listed, and the host's come
 * first.
 */
export function createPotentialTools({ skillManager, skills, workdir }: PotentialToolsOptions) {
  return async (): Promise<ReadonlyMap<string, PotentialTool>> => {
    const own = skills.flatMap(({ name: skill, tools = [] }) => tools.map((tool) => ({ tool, skill })))
    const found = new Map<string, PotentialTool>()
    for (const potential of [...own, ...(await findFileTools({ manager: skillManager, workdir }))]) {
      const { toolName } = potential.tool
      if (isToolName(toolName) && !found.has(toolName)) found.set(toolName, potential)
    }
    return found
  }
}
