/** The neovate `skill` tool: a skill's body as two messages of a conversation. */

import { posix } from 'node:path'
import { renderFailure, renderSkillMessages, renderUnknownSkill, type SkillToolResult } from '../contracts/neovate.js'
import type { JsonSchema } from '../skill/json-schema.js'
import type { AgentTool, CallOptions, ToolAnswer } from './agent-tool.js'
import { type BuiltInTool, READS, TEXT, toOutputSchema, YES_OR_NO } from './built-in-tool.js'
import { ABORTED, fieldOf, settle, textOf } from './settle.js'
import { traceTool } from './trace-tool.js'
import { createZodSchema, type ZodCompatibleSchema } from './zod-schema.js'

/** The part of a skill that the tool uses. */
export interface NeovateSkill {
  readonly name: string
  /** The skill's SKILL.md. */
  readonly path: string
}

/** The part of a manager that the tool uses. */
export interface NeovateSkillManager {
  getSkills(): readonly NeovateSkill[]
  // A method, which the compiler compares both ways: it gets what `getSkills` returned, which may have further fields.
  readSkillBody(skill: NeovateSkill): Promise<string>
  /** Called before each use: discovers the skills, unless that has happened. */
  ready?(): Promise<void>
}

/** The input of the `skill` tool. */
export interface SkillInput {
  /** The name of the skill. */
  readonly skill: string
}

/** The neovate `skill` tool. */
export interface NeovateSkillTool extends AgentTool {
  readonly name: 'skill'
  readonly description: string
  /** Zod's `z.toJSONSchema` takes it, and it has `parse` and `safeParse`. */
  readonly parameters: ZodCompatibleSchema<SkillInput>
  readonly approval: { readonly category: 'read' }
  /** Runs a skill. Throws if its text cannot be read; `call` answers with the failure instead. */
  execute(input: SkillInput, options?: CallOptions): Promise<SkillToolResult>
}

const DESCRIPTION = 'Execute a skill within the conversation'

const JSON_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { skill: { type: 'string', description: 'The skill name to execute' } },
  required: ['skill'],
  additionalProperties: false,
}

/**
 * Creates the neovate `skill` tool.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createSkillTool } from 'metier/tools'
 *
 * const tool = createSkillTool({ skillManager: await SkillManager.open() })
 * const { llmContent } = await tool.execute({ skill: 'pdf' })
 */
export function createSkillTool({ skillManager }: { readonly skillManager: NeovateSkillManager }): NeovateSkillTool {
  // An unreadable skill throws, as the contract says. Only a call that was aborted before it started is answered here.
  const execute = (input: unknown, { signal }: CallOptions = {}) => {
    const name = (textOf(input, 'skill') ?? '').trim()
    return traceTool<SkillToolResult>(
      () => ({
        tool: 'skill',
        kind: 'load',
        input,
        open: async () => ({ skill: (await findSkill(skillManager, name))?.name }),
        isRefusal: ({ isError }) => isError === true,
      }),
      async () => (signal?.aborted ? renderFailure(ABORTED) : runSkill(skillManager, name)),
    )
  }
  return {
    name: 'skill',
    description: DESCRIPTION,
    parameters: createZodSchema(JSON_SCHEMA, readInput),
    approval: { category: 'read' },
    execute,
    definition: { name: 'skill', description: DESCRIPTION, inputSchema: JSON_SCHEMA },
    call: async (input, { signal } = {}) => toAnswer(await settle(() => execute(input), signal, renderFailure)),
  }
}

function readInput(value: unknown) {
  const skill = fieldOf(value, 'skill')
  if (typeof skill === 'string') return { value: { skill } }
  const isObject = typeof value === 'object' && value !== null
  return {
    issues: [
      { message: isObject ? 'skill must be text' : 'The input must be an object', path: isObject ? ['skill'] : [] },
    ],
  }
}

async function findSkill(skillManager: NeovateSkillManager, name: string): Promise<NeovateSkill | undefined> {
  await skillManager.ready?.()
  return skillManager.getSkills().find((skill) => skill.name === name)
}

async function runSkill(skillManager: NeovateSkillManager, name: string): Promise<SkillToolResult> {
  const found = await findSkill(skillManager, name)
  if (found === undefined) return renderUnknownSkill(name)
  const body = await skillManager.readSkillBody(found)
  return renderSkillMessages({ name, baseDirectory: baseDirectory(found.path), body })
}

const WINDOWS_PATH = /^(?:[A-Za-z]:\\|\\\\)/

/** A backslash separates directories only in Windows paths. */
function baseDirectory(path: string): string {
  return posix.dirname(WINDOWS_PATH.test(path) ? path.replaceAll('\\', '/') : path)
}

function toAnswer(data: SkillToolResult): ToolAnswer {
  return { text: data.llmContent, isError: data.isError === true, data }
}

/** How the tool is offered. */
export const neovateTool: BuiltInTool<'neovate'> = {
  name: 'skill',
  profile: 'neovate',
  traits: {
    title: 'Execute a skill',
    annotations: READS,
    outputSchema: toOutputSchema({ llmContent: TEXT, returnDisplay: TEXT, isError: YES_OR_NO }),
  },
  create: createSkillTool,
}
