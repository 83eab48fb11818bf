/**
 * Google's Agent Development Kit. It recognizes its tools by their classes, which the host hands in: this package needs
 * none of them.
 */

import { type AdaptableTool, descriptionOf, isOffered, nameOf, objectSchemaOf, requireTools } from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'

/** The library's `BaseTool`. */
export type AdkBaseTool<Tool> = abstract new (parameters: { name: string; description: string }) => Tool

/** The library's `BaseToolset`. */
export type AdkBaseToolset<Toolset> = abstract new (toolFilter: string[]) => Toolset

/** Options of `toGoogleAdkTools`. */
export interface GoogleAdkOptions<Tool> extends AdapterOptions {
  /** `BaseTool` of `@google/adk`. */
  readonly BaseTool: AdkBaseTool<Tool>
}

/** Options of `toGoogleAdkToolset`. */
export interface GoogleAdkToolsetOptions<Tool, Toolset> extends GoogleAdkOptions<Tool> {
  /** `BaseToolset` of `@google/adk`. */
  readonly BaseToolset: AdkBaseToolset<Toolset>
}

/** The answer to a call, in the form that Gemini models expect. */
type AdkAnswer = { readonly output: string } | { readonly error: string }

/**
 * Turns tools into ADK tools for `new LlmAgent({ tools })`. All of them are listed: a tool that is not active at a step
 * is not shown to the model, and refuses.
 *
 * @example
 * declare class BaseTool { constructor(parameters: { name: string; description: string }) } // of @google/adk
 * import { SkillManager } from 'metier'
 * import { toGoogleAdkTools } from 'metier/google-adk'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toGoogleAdkTools(createTools({ skillManager: await SkillManager.open() }), { BaseTool })
 */
export function toGoogleAdkTools<Tool>(tools: readonly AdaptableTool[], options: GoogleAdkOptions<Tool>): Tool[] {
  requireTools(tools)
  const Base = options.BaseTool as unknown as AnyToolClass
  class SkillTool extends Base {
    readonly #tool: AdaptableTool

    constructor(tool: AdaptableTool) {
      super({ name: nameOf(tool), description: descriptionOf(tool) })
      this.#tool = tool
    }

    /** Without a declaration, ADK leaves the tool out of the request. */
    _getDeclaration(): object | undefined {
      const tool = this.#tool
      if (!isOffered(tool, options)) return undefined
      return { name: nameOf(tool), description: descriptionOf(tool), parametersJsonSchema: objectSchemaOf(tool) }
    }

    /** ADK gives the model no answer to a call of a tool that it does not know, so an inactive one stays known. */
    override async processLlmRequest(request: AdkModelRequest): Promise<void> {
      if (isOffered(this.#tool, options)) return super.processLlmRequest(request)
      request.llmRequest.toolsDict[nameOf(this.#tool)] ??= this
    }

    async runAsync({ args, toolContext }: AdkRequest): Promise<AdkAnswer> {
      const request = { name: nameOf(this.#tool), input: args, id: toolContext?.functionCallId }
      const { text, isError } = await callTool([this.#tool], request, { ...options, signal: toolContext?.abortSignal })
      return isError ? { error: text } : { output: text }
    }
  }
  return tools.map((tool) => new SkillTool(tool) as Tool)
}

/**
 * Turns a function that lists tools into an ADK toolset, which ADK asks before each request to the model. Pass it
 * `createWorkspaceTools(workspace)`: the tools of a skill are there while the skill is active.
 *
 * @example
 * declare class BaseTool { constructor(parameters: { name: string; description: string }) } // of @google/adk
 * declare class BaseToolset { constructor(toolFilter: string[]) } // of @google/adk
 * import { SkillManager } from 'metier'
 * import { toGoogleAdkToolset } from 'metier/google-adk'
 * import { createWorkspaceTools, VirtualWorkspace } from 'metier/workspace'
 *
 * const workspace = new VirtualWorkspace({ skillManager: await SkillManager.open() })
 * const toolset = toGoogleAdkToolset(createWorkspaceTools(workspace), { BaseTool, BaseToolset })
 */
export function toGoogleAdkToolset<Tool, Toolset>(
  listTools: () => readonly AdaptableTool[],
  options: GoogleAdkToolsetOptions<Tool, Toolset>,
): Toolset {
  const Base = options.BaseToolset as unknown as AnyClass
  class SkillToolset extends Base {
    async getTools(): Promise<Tool[]> {
      return toGoogleAdkTools(listTools(), options)
    }

    async close(): Promise<void> {
      // The workspace belongs to the host, which closes it.
    }
  }
  return new SkillToolset([]) as Toolset
}

/** The classes are abstract in the types only. */
type AnyClass = new (parameters: unknown) => object

type AnyToolClass = new (parameters: unknown) => { processLlmRequest(request: AdkModelRequest): Promise<void> }

interface AdkModelRequest {
  readonly llmRequest: { readonly toolsDict: Record<string, object> }
}

interface AdkRequest {
  readonly args: unknown
  readonly toolContext?:
    | { readonly abortSignal?: AbortSignal | undefined; readonly functionCallId?: string | undefined }
    | undefined
}
