/** Every tool at once, in the order in which they are shown. A new one is a file and a line here. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { Approve } from '../store/approvals/approval-request.js'
import { createActivateSkillTool } from './activate-skill.js'
import { createGetSkillTool } from './get-skill.js'
import { createSkillTool } from './neovate.js'
import type { OfferableTool } from './offerable-tool.js'
import { createReadSkillFileTool } from './read-skill-file.js'
import { createSkillsTool } from './skills.js'
import { createWaveSkillTool } from './wave.js'

export interface ToolsOptions {
  readonly skillManager: SkillManager
  /** Asks the user where a tool needs consent. */
  readonly approve?: Approve
}

type Create = (options: ToolsOptions) => OfferableTool

const CREATORS = {
  Skill: createWaveSkillTool,
  skill: createSkillTool,
  get_skill: createGetSkillTool,
  skills: createSkillsTool,
  activate_skill: createActivateSkillTool,
  read_skill_file: createReadSkillFileTool,
} as const satisfies Readonly<Record<string, Create>>

/** The names of all tools. */
export const TOOL_NAMES: readonly string[] = Object.keys(CREATORS)

/** All tools over one manager; `offerTools` tells which of them a model is told of now. */
export function createTools(options: ToolsOptions): readonly OfferableTool[] {
  return Object.values<Create>(CREATORS).map((create) => create(options))
}
