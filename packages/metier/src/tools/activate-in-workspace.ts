/** `activate_skill` in a workspace: the skill becomes active there, and the answer lists its tools. */

import type { JsonSchema } from '../skill/json-schema.js'
import type { SwitchResult } from '../workspace/activation/switch-result.js'
import type { ListedSkill } from '../workspace/list-skills.js'
import type { ActiveSkillMethods } from '../workspace/skill-manager-view.js'
import type { Tool } from '../workspace/tools/tool.js'
import { jsonSchemaOf } from '../workspace/tools/tool-schema.js'

/** The part of a workspace that the tool uses. */
export interface ActivatingWorkspace {
  readonly skills: ReadonlyMap<string, unknown>
  readonly skillManager: Pick<ActiveSkillMethods, 'getActiveSkills'>
  listSkills(): readonly ListedSkill[]
  activateSkill(name: string, options?: { readonly signal?: AbortSignal }): Promise<SwitchResult>
}

/** A tool that an activation added, as a model sees it. */
export interface BroughtTool {
  readonly name: string
  readonly description: string
  readonly input_schema: JsonSchema
}

/** What an activation added, apart from instructions. */
export interface Brought {
  readonly tools?: readonly BroughtTool[]
  /** What else there is to know, such as tools that need approval. */
  readonly notes?: readonly string[]
}

/** The result of an activation in a workspace. */
export type InWorkspace =
  | {
      readonly ok: true
      /** Whether the skill was active already, so that the model has its instructions. */
      readonly wasActive: boolean
      /** The text of a skill written in TypeScript; undefined for a skill that is files. */
      readonly hostText: string | undefined
      readonly brought: Brought
    }
  | { readonly ok: false; readonly error: string; readonly suggestions: readonly string[] }

/** Activates a skill in a workspace. */
export async function activateInWorkspace(
  name: string,
  workspace: ActivatingWorkspace,
  signal: AbortSignal | undefined,
): Promise<InWorkspace> {
  const wasActive = workspace.skillManager.getActiveSkills().some((skill) => skill.name === name)
  const activated = await workspace.activateSkill(name, signal && { signal })
  const { success, message, failure, tools, notes = [], instructions = '' } = activated
  if (!success) return { ok: false, error: message, suggestions: failure?.suggestions ?? [] }
  const brought = {
    ...(tools.length > 0 && { tools: tools.map(describe) }),
    ...(notes.length > 0 && { notes }),
  }
  return { ok: true, wasActive, hostText: workspace.skills.has(name) ? instructions : undefined, brought }
}

function describe(tool: Tool): BroughtTool {
  return { name: tool.toolName, description: tool.desc, input_schema: jsonSchemaOf(tool) }
}

/** Composes the text about the added tools. It includes their schemas, since many clients list tools only once. */
export function composeBrought({ tools = [], notes = [] }: Brought): readonly string[] {
  // Notes contain file names, which the skill's author chose.
  const plain = notes.map((note) => note.replaceAll('<', '&lt;'))
  if (tools.length === 0) return plain
  // Escaped, so that no description can pass for a tag.
  const lines = tools.map((tool) => JSON.stringify(tool).replaceAll('<', '\\u003c'))
  return [...plain, ['<skill_tools>', ...lines, '</skill_tools>'].join('\n')]
}
