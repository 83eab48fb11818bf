/**
 * A chat loop that offers `get_skill` over one skills folder. It imports the entry files by path, so that the tests run
 * the sources; compiles.test.ts compiles the same text with the package's names in their place.
 */

import { SkillManager } from '../../../../src/index.js'
import { createGetSkillTool, type GetSkillTool, type ToolCall, type ToolMessage } from '../../../../src/tools.js'

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly tool_calls: readonly ToolCall[]
}

/** The tool over `skills_folder`, as the document configures it. */
export function createFolderTool(skillsFolder: string): GetSkillTool {
  return createGetSkillTool({ skillManager: openFolder(skillsFolder) })
}

/** The same for a host that discovers before it offers the tool. */
export async function openFolderTool(skillsFolder: string): Promise<GetSkillTool> {
  const skillManager = openFolder(skillsFolder)
  await skillManager.initialize()
  return createGetSkillTool({ skillManager })
}

function openFolder(path: string): SkillManager {
  return new SkillManager({ roots: [{ path, scope: 'project' }], home: path, workdir: path, index: false })
}

/** Answers every call of a turn, in the order of the calls. */
export async function answerToolCalls(tool: GetSkillTool, { tool_calls }: AssistantMessage): Promise<ToolMessage[]> {
  const messages: ToolMessage[] = []
  for (const call of tool_calls) messages.push(await tool.handleToolCall(call))
  return messages
}

/** The document's "Example LLM Tool Call". */
export function callOf(skillName: string, id = 'call_xyz789'): ToolCall {
  return { id, type: 'function', function: { name: 'get_skill', arguments: JSON.stringify({ skill_name: skillName }) } }
}

/** The documentation, or the error's text: what a host prints. */
export async function readDocumentation(tool: GetSkillTool, skillName: string): Promise<string> {
  const result = await tool.execute({ skill_name: skillName })
  return 'error' in result ? result.error : result.documentation
}
