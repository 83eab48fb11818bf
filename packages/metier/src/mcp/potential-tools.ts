/** The tools that skills would bring if they were active: for clients that look at the list of tools only once. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillDefinition } from '../workspace/define-skill.js'
import { findFileSkill } from '../workspace/file-skill.js'
import { isToolName, type Tool } from '../workspace/tool.js'

export interface PotentialTool {
  readonly tool: Tool
  /** The skill that brings it. */
  readonly skill: string
}

export interface PotentialToolsOptions {
  readonly skillManager: SkillManager
  readonly skills: readonly SkillDefinition[]
  readonly workdir: string
}

/**
 * By name; of two tools with one name the first is listed. What a skill's servers bring is not known before they are
 * started, and is not among them.
 */
export function createPotentialTools(
  options: PotentialToolsOptions,
): () => Promise<ReadonlyMap<string, PotentialTool>> {
  let made: { readonly registry: object; readonly tools: Promise<ReadonlyMap<string, PotentialTool>> } | undefined
  return () => {
    const { registry } = options.skillManager
    if (made?.registry !== registry) made = { registry, tools: findAll(options) }
    return made.tools
  }
}

async function findAll({ skillManager, skills, workdir }: PotentialToolsOptions) {
  const found = new Map<string, PotentialTool>()
  const add = (skill: string, tools: readonly Tool[]) => {
    for (const tool of tools) {
      if (isToolName(tool.toolName) && !found.has(tool.toolName)) found.set(tool.toolName, { tool, skill })
    }
  }
  for (const { name, tools = [] } of skills) add(name, tools)
  for (const { name } of skillManager.getAvailableSkills()) {
    // One that cannot be read brings nothing; whoever activates it is told why.
    const skill = await findFileSkill(name, { manager: skillManager, workdir })
    if (skill.ok) {
      add(
        name,
        skill.value.grants.map(({ tool }) => tool),
      )
    }
  }
  return found
}
