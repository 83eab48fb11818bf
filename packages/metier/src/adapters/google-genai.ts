/** Google's Gen AI SDK: function calling of Gemini models. */

import {
  type AdaptableTool,
  descriptionOf,
  nameOf,
  type ObjectSchema,
  objectSchemaOf,
  selectOffered,
} from './adaptable-tool.js'
import type { AdapterCallOptions, AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'

/** A function that a Gemini model can call. */
export interface GoogleFunctionDeclaration {
  name: string
  description: string
  parametersJsonSchema: ObjectSchema
}

/** An element of `config.tools`. */
export interface GoogleGenAITool {
  functionDeclarations: GoogleFunctionDeclaration[]
}

/** A call, as `response.functionCalls` has it. */
export interface GoogleFunctionCall {
  id?: string
  name?: string
  args?: Record<string, unknown>
}

/** The part that answers a call, for the user's next content. */
export interface GoogleFunctionResponsePart {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> }
}

/** A tool that the SDK calls by itself (automatic function calling). */
export interface GoogleGenAICallableTool {
  tool(): Promise<GoogleGenAITool>
  callTool(functionCalls: readonly GoogleFunctionCall[]): Promise<GoogleFunctionResponsePart[]>
}

/**
 * Turns tools into `config.tools` of `models.generateContent`, without those that are not active. Call it again before
 * each request.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toGoogleGenAITools } from 'metier/google-genai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const config = { tools: toGoogleGenAITools(tools) }
 */
export function toGoogleGenAITools(tools: readonly AdaptableTool[], options: AdapterOptions = {}): GoogleGenAITool[] {
  const functionDeclarations = declare(tools, options)
  // The API refuses a tool without functions.
  return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]
}

/**
 * Runs one call and returns the part that answers it. Never throws: a tool that is unknown, inactive or failing gives
 * an error for the model.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { handleGoogleGenAICall } from 'metier/google-genai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const part = await handleGoogleGenAICall({ name: 'skill', args: { skill: 'pdf' } }, tools)
 */
export async function handleGoogleGenAICall(
  call: GoogleFunctionCall,
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions = {},
): Promise<GoogleFunctionResponsePart> {
  const { id, name = '', args } = call
  const { text, isError } = await callTool(tools, { name, input: args, id }, options)
  const response = isError ? { error: text } : { output: text }
  return { functionResponse: { ...(id !== undefined && { id }), name, response } }
}

/**
 * Turns tools into one tool that the SDK calls by itself. The SDK asks for the list once per run, so use it with tools
 * that do not come and go, such as those of `createWorkspaceTools(workspace, { delivery: 'dispatch' })`.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { toGoogleGenAICallableTool } from 'metier/google-genai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = createTools({ skillManager: await SkillManager.open() })
 * const config = { tools: [toGoogleGenAICallableTool(tools)] }
 */
export function toGoogleGenAICallableTool(
  tools: readonly AdaptableTool[],
  options: AdapterCallOptions = {},
): GoogleGenAICallableTool {
  return {
    tool: async () => ({ functionDeclarations: declare(tools, options) }),
    callTool: (functionCalls) => Promise.all(functionCalls.map((call) => handleGoogleGenAICall(call, tools, options))),
  }
}

function declare(tools: readonly AdaptableTool[], options: AdapterOptions): GoogleFunctionDeclaration[] {
  return selectOffered(tools, options).map((tool) => ({
    name: nameOf(tool),
    description: descriptionOf(tool),
    parametersJsonSchema: objectSchemaOf(tool),
  }))
}
