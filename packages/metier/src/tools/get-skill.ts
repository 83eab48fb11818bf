/** The `get_skill` tool: the documentation of a skill by the name of its folder. */

import type { DocumentRefusal, DocumentResult } from '../manager/content/folder-document.js'
import type { JsonSchema } from '../skill/json-schema.js'
import type { AgentTool, CallOptions } from './agent-tool.js'
import { type BuiltInTool, READS, TEXT, toOutputSchema } from './built-in-tool.js'
import { fieldOf, settle, textOf, toJsonAnswer } from './settle.js'

/** The part of a manager that the tool uses. */
export interface DocumentReader {
  readDocument(folder: string): Promise<DocumentResult>
}

/** The result of `get_skill`: the text of the file, or an error. */
export type GetSkillResult =
  | { readonly skill_name: string; readonly documentation: string }
  | { readonly error: string }

/** A tool call as OpenAI-style clients send it. */
export interface ToolCall {
  readonly id: string
  readonly type?: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** The message that answers a tool call. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly name: 'get_skill'
  readonly content: string
}

/** The `get_skill` tool. */
export interface GetSkillTool extends AgentTool {
  readonly name: 'get_skill'
  readonly description: string
  readonly input_schema: JsonSchema
  /** Reads the documentation. Never throws for a refusal. */
  execute(input: { readonly skill_name: string }, options?: CallOptions): Promise<GetSkillResult>
  /**
   * Answers a tool call with the message for the conversation. Arguments that are not JSON give an error in that
   * message.
   */
  handleToolCall(call: ToolCall, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolMessage>
}

const NAME = 'get_skill'
const DESCRIPTION =
  'Read the SKILL.MD documentation for a specific skill. Returns the full text content of the documentation file.'

const INPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { skill_name: { type: 'string', description: 'Name of the skill (folder name)' } },
  required: ['skill_name'],
}

/**
 * Creates the `get_skill` tool over the roots of a manager. It does not find disabled skills; it serves ineligible
 * ones.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createGetSkillTool } from 'metier/tools'
 *
 * const tool = createGetSkillTool({ skillManager: await SkillManager.open() })
 * const result = await tool.execute({ skill_name: 'pdf' })
 * if ('documentation' in result) console.log(result.documentation)
 */
export function createGetSkillTool({ skillManager }: { readonly skillManager: DocumentReader }): GetSkillTool {
  const run = (input: unknown, signal?: AbortSignal) =>
    settle<GetSkillResult>(
      () => getSkill(skillManager, fieldOf(input, 'skill_name')),
      signal,
      (message) => ({ error: `Error reading SKILL.MD: ${message}` }),
    )
  return {
    name: NAME,
    description: DESCRIPTION,
    input_schema: INPUT_SCHEMA,
    execute: (input, { signal } = {}) => run(input, signal),
    definition: { name: NAME, description: DESCRIPTION, inputSchema: INPUT_SCHEMA },
    call: async (input, { signal } = {}) => toJsonAnswer(await run(input, signal)),
    handleToolCall: async (call, { signal } = {}) => {
      const input = readArguments(call)
      const result = input === undefined ? { error: MALFORMED } : await run(input, signal)
      const id = textOf(call, 'id') ?? ''
      return { role: 'tool', tool_call_id: id, name: NAME, content: JSON.stringify(result) }
    },
  }
}

const MALFORMED = 'Invalid arguments: expected a JSON object with skill_name'

async function getSkill(reader: DocumentReader, given: unknown): Promise<GetSkillResult> {
  const name = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  if (typeof given !== 'string' || !isFolderName(name)) {
    return { error: `Invalid skill name: '${name}'. Skill names must not contain '/', '\\', or '..'` }
  }
  const reading = await reader.readDocument(name)
  return 'text' in reading
    ? { skill_name: name, documentation: reading.text }
    : { error: ERRORS[reading.refusal](name) }
}

/** Where the contract is silent: control characters, `.`, drives, and endings that Windows would drop. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const IMPOSSIBLE = /[\u0000-\u001f/\\]|\.\.|^[A-Za-z]:|[. ]$/

function isFolderName(name: string): boolean {
  return name !== '' && !IMPOSSIBLE.test(name)
}

const ERRORS: Readonly<Record<DocumentRefusal, (name: string) => string>> = {
  folder_missing: (name) => `Skill '${name}' not found in skills folder`,
  file_missing: (name) => `SKILL.MD not found for skill '${name}'`,
  unreadable: (name) => `Permission denied reading SKILL.MD for skill '${name}'`,
  too_large: (name) => `SKILL.MD too large (>1MB) for skill '${name}'`,
  not_text: (name) => `SKILL.MD contains invalid UTF-8 for skill '${name}'`,
}

/** The arguments of a call for this tool; undefined where they are no JSON object. */
function readArguments(call: ToolCall): object | undefined {
  const given = fieldOf(fieldOf(call, 'function'), 'arguments')
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** How the tool is offered. */
export const getSkillTool: BuiltInTool<'get_skill'> = {
  name: NAME,
  profile: 'get_skill',
  traits: {
    title: 'Read the documentation of a skill',
    annotations: READS,
    outputSchema: toOutputSchema({ skill_name: TEXT, documentation: TEXT }),
  },
  create: createGetSkillTool,
}
