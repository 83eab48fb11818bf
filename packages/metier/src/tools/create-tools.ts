/** Every tool at once. A new tool is one file and one line in this list. */

import { describeManagerMistake } from '../manager/manager-mistake.js'
import { activateSkillTool } from './activate-skill.js'
import type { OfferableTool } from './agent-tool.js'
import type { ToolsOptions } from './built-in-tool.js'
import { callSkillTool } from './call-skill-tool.js'
import { deactivateSkillTool } from './deactivate-skill.js'
import { getSkillTool } from './get-skill.js'
import { neovateTool } from './neovate.js'
import { readSkillFileTool } from './read-skill-file.js'
import { skillsTool } from './skills.js'
import { waveTool } from './wave.js'

/** Metier's own tools, in the order in which they are listed. */
export const BUILT_IN_TOOLS = [
  waveTool,
  neovateTool,
  getSkillTool,
  skillsTool,
  activateSkillTool,
  deactivateSkillTool,
  readSkillFileTool,
  callSkillTool,
] as const

/** The names of the tools that `createTools` creates. */
export const TOOL_NAMES: readonly string[] = BUILT_IN_TOOLS.filter(({ create }) => create).map(({ name }) => name)

/**
 * Creates every tool over one manager. `offerTools` picks those that a model should see now; adapters do so themselves.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toAnthropicTools } from 'metier/anthropic'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const request = { tools: toAnthropicTools(tools) }
 */
export function createTools(options: ToolsOptions): readonly OfferableTool[] {
  const mistake = describeManagerMistake(options?.skillManager)
  if (mistake !== undefined) throw new TypeError(mistake)
  return BUILT_IN_TOOLS.flatMap(({ create }) => create?.(options) ?? [])
}
