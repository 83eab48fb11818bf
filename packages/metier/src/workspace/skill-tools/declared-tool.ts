/** Explains a call of a tool that only the file of a skill declares: the skill is not approved, or not active. */

import { isAbsolute } from 'node:path'
import type { SkillManager } from '../../manager/skill-manager.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { ToolsFile } from '../../skill/tools-file/tools-file.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'

/** Why a declared tool cannot be called, and what to do about it. */
export interface DeclaredTool {
  readonly message: string
  readonly suggestions: readonly string[]
}

/** Reads the tools file of every skill, so ask only after a call has failed. Undefined if no skill declares the tool. */
export async function findDeclaredTool(tool: string, manager: SkillManager): Promise<DeclaredTool | undefined> {
  await manager.ready()
  for (const { name } of manager.getAvailableSkills()) {
    const found = manager.resolve(name)
    if (!found.ok || !isAbsolute(found.value.root.path)) continue
    const { tools = {} } = await reviewTools(directoryOf(found.value))
    if (!namesIn(tools).includes(tool)) continue
    const { state } = await manager.approval(name)
    return state === 'approved' ? describeInactive(tool, name) : describeUnapproved(tool, name)
  }
  return undefined
}

/** The tools that a file names; a server may have others. */
export function namesIn({ tools = [], servers = {} }: ToolsFile): readonly string[] {
  return [...tools.map(({ name }) => name), ...Object.values(servers).flatMap((server) => server.tools ?? [])]
}

function describeUnapproved(tool: string, skill: string): DeclaredTool {
  return {
    message: `'${tool}' is not available: it belongs to skill '${skill}', which is not approved`,
    suggestions: [`Ask the user to run: metier approve ${quoteForShell(skill)}. Then activate the skill again`],
  }
}

/** Says that a tool belongs to a skill that is not active. */
export function describeInactive(tool: string, skill: string): DeclaredTool {
  return {
    message: `'${tool}' is not available: it belongs to skill '${skill}', which is not active`,
    suggestions: [`Activate skill '${skill}' first`],
  }
}
