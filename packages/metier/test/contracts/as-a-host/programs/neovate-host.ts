/**
 * The code of neovate around `createSkillTool`. It imports the entry files by path, so that the tests run the sources;
 * compiles.test.ts compiles the same text with the package's names in their place.
 */

import { SkillManager, type SkillManagerOptions } from '../../../../src/index.js'
import {
  createSkillTool,
  type NeovateSkillManager,
  type NeovateSkillTool,
  type SkillToolResult,
} from '../../../../src/tools.js'

export interface ConversationMessage {
  readonly type: 'text'
  readonly text: string
  readonly isMeta?: boolean
}

/** The tools of a session, made as neovate makes its others: `createTodoTool`, `createBashTool`. */
export function createSessionTools(options: SkillManagerOptions): NeovateSkillTool[] {
  const skillManager = new SkillManager(options)
  return [createSkillTool({ skillManager })]
}

/** Runs a model's call and gives what is added to the conversation. */
export async function addToConversation(tool: NeovateSkillTool, skill: string): Promise<ConversationMessage[]> {
  const result = await tool.execute({ skill })
  return result.isError === true ? [{ type: 'text', text: result.llmContent }] : readMessages(result)
}

export function readMessages({ llmContent }: SkillToolResult): ConversationMessage[] {
  return JSON.parse(llmContent)
}

/** A host's own manager with the document's two methods: rows as JSON, and a function that reads a body. */
export function createRowManager(
  rows: string,
  readSkillBody: (skill: { readonly name: string; readonly path: string }) => Promise<string>,
): NeovateSkillManager {
  return { getSkills: () => JSON.parse(rows), readSkillBody }
}

/** What neovate tells a model: the JSON Schema of the parameters. */
export function describeParameters({ parameters }: NeovateSkillTool) {
  return parameters['~standard'].jsonSchema.input()
}
