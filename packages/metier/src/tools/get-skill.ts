/** The `get_skill` tool: the documentation of a skill by the name of its directory. */

import {
  type DocumentResult,
  type GetSkillResult,
  renderBreakdown,
  renderDocument,
  renderInvalidName,
  renderMalformedCall,
  renderToolMessage,
  type ToolMessage,
} from '../contracts/get-skill.js'
import type { JsonSchema } from '../skill/json-schema.js'
import type { AgentTool, CallOptions } from './agent-tool.js'
import { type BuiltInTool, READS, TEXT, toOutputSchema } from './built-in-tool.js'
import { fieldOf, settle, textOf, toJsonAnswer } from './settle.js'
import { traceTool } from './trace-tool.js'

/** The part of a manager that the tool uses. */
export interface DocumentReader {
  readDocument(folder: string): Promise<DocumentResult>
}

/** A tool call as OpenAI-style clients send it. */
export interface ToolCall {
  readonly id: string
  readonly type?: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
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
    traceTool<GetSkillResult>(
      () => ({
        tool: NAME,
        kind: 'load',
        input,
        isRefusal: (result) => !('documentation' in result),
        tell: (result) => ('documentation' in result ? { skill: result.skill_name } : {}),
      }),
      () => settle(() => getSkill(skillManager, fieldOf(input, 'skill_name')), signal, renderBreakdown),
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
      const result = input === undefined ? renderMalformedCall() : await run(input, signal)
      return renderToolMessage(textOf(call, 'id') ?? '', result)
    },
  }
}

async function getSkill(reader: DocumentReader, given: unknown): Promise<GetSkillResult> {
  const name = typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
  if (typeof given !== 'string' || name === '' || FORBIDDEN.test(name)) return renderInvalidName(name)
  return renderDocument(name, IMPOSSIBLE.test(name) ? NO_FOLDER : await reader.readDocument(name))
}

const FORBIDDEN = /[/\\]|\.\./

/**
 * No folder is looked up by such a name, which the contract does not mention: control characters, `.`, drives, and
 * endings that Windows would drop.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for these
const IMPOSSIBLE = /[\u0000-\u001f]|^[A-Za-z]:|[. ]$/

const NO_FOLDER: DocumentResult = { refusal: 'folder_missing' }

/** The arguments of a call for this tool; undefined if they are not a JSON object. */
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
    title: "Read a skill's documentation",
    annotations: READS,
    outputSchema: toOutputSchema({ skill_name: TEXT, documentation: TEXT }),
  },
  create: createGetSkillTool,
}
