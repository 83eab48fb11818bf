/** The Wave `Skill` tool (W-1…W-13): the whole SKILL.md of a skill, with where it lies. */

import { metadataOf } from '../manager/describe.js'
import { refuseUnknown, type SkillRefusal, showName } from '../manager/resolve.js'
import type { SkillErrorDetails, SkillMetadata } from '../manager/types.js'
import { fileOf } from '../registry/record/skill-record.js'
import type { JsonSchema } from '../skill/json-schema.js'
import { LIMITS } from '../skill/limits.js'
import type { ToolContext, WaveSkillManager } from '../workspace/tools/tool-context.js'
import type { AgentTool, CallOptions, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { type BuiltInTool, READS, TEXT, toOutputSchema, YES_OR_NO } from './built-in-tool.js'
import { keysOf, settle, textOf } from './settle.js'
import { listSkills, shorten, toLine } from './skill-list.js'
import { createSnapshotMemory } from './snapshot-memory.js'
import { type Available, composeError, countAvailable, leaveOut, toErrorDetails } from './wave-error.js'

/** W-11. */
export interface ToolResult {
  readonly success: boolean
  readonly content: string
  readonly error?: string
  readonly shortResult?: string
}

export interface SkillToolArgs {
  readonly skill_name: string
}

/** W-4. */
export interface FunctionConfig {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema }
}

/** W-1…W-6. */
export interface ToolPlugin {
  readonly name: string
  readonly description: string
  readonly config: FunctionConfig
  execute(args: SkillToolArgs, context: ToolContext): Promise<ToolResult>
}

export interface WaveSkillToolOptions {
  readonly skillManager: WaveSkillManager
  /** About how many tokens the list of skills in the description may take. */
  readonly budget?: number
}

const NAME = 'Skill'

const CONFIG: FunctionConfig = {
  type: 'function',
  function: {
    name: NAME,
    description: 'Invoke a skill to apply specialized expertise and capabilities',
    parameters: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'Name of the skill to invoke from available skills' },
      },
      required: ['skill_name'],
      additionalProperties: false,
    },
  },
}

/** The Wave tool as the literal that its contract shows. */
export function createWaveSkillTool(options: WaveSkillToolOptions): ToolPlugin & AgentTool {
  const { skillManager, budget = LIMITS.catalogueTokens } = options
  const definitionOf = createSnapshotMemory((manager: WaveSkillManager): ToolDefinition => {
    const { lines } = listSkills(manager.getAvailableSkills(), budget)
    const list = lines.length === 0 ? 'none' : `\n${lines.join('\n')}`
    const description = `Invoke skills based on available skill metadata. Skills: ${list}`
    return { name: NAME, description, inputSchema: CONFIG.function.parameters }
  })
  const execute = (args: unknown, context?: Partial<ToolContext>): Promise<ToolResult> => {
    const manager = context?.skillManager ?? skillManager
    const name = textOf(args, 'skill_name') ?? ''
    return settle(
      () => invoke(manager, name, keysOf(args)),
      context?.abortSignal,
      (message) => refuse(manager, name, breakdown(message)),
    )
  }
  return {
    name: NAME,
    get description() {
      return definitionOf(skillManager).description
    },
    config: CONFIG,
    execute,
    get definition() {
      return definitionOf(skillManager)
    },
    call: async (input, { signal } = {}) => toAnswer(await execute(input, { abortSignal: signal })),
  }
}

/** W-44: the same tool for hosts that write `new SkillTool(skillManager)`. */
export class SkillTool implements ToolPlugin, AgentTool {
  readonly name = NAME
  readonly config = CONFIG
  readonly #tool: ToolPlugin & AgentTool

  constructor(skillManager: WaveSkillManager) {
    this.#tool = createWaveSkillTool({ skillManager })
  }

  get description(): string {
    return this.#tool.description
  }

  get definition(): ToolDefinition {
    return this.#tool.definition
  }

  execute(args: SkillToolArgs, context: ToolContext): Promise<ToolResult> {
    return this.#tool.execute(args, context)
  }

  call(input: unknown, options?: CallOptions): Promise<ToolAnswer> {
    return this.#tool.call(input, options)
  }
}

/** W-32: why a skill cannot be invoked; undefined where it can. */
export async function explainSkill(manager: WaveSkillManager, name: string): Promise<SkillErrorDetails | undefined> {
  const loading = await load(manager, name)
  return loading.ok ? undefined : toErrorDetails(name, loading.failure, findAvailable(manager, loading.failure))
}

type Loaded = SkillMetadata & { readonly content: string }
type Loading = { readonly ok: true; readonly value: Loaded } | { readonly ok: false; readonly failure: SkillRefusal }

async function load(manager: WaveSkillManager, name: string): Promise<Loading> {
  if (manager.resolve === undefined || manager.readContent === undefined) {
    const skill = await manager.loadSkill(name)
    if (skill !== null) return { ok: true, value: skill }
    const names = manager.getAvailableSkills().map((available) => available.name)
    return refuseUnknown(name, names)
  }
  const resolution = manager.resolve(name)
  if (!resolution.ok) return resolution
  const content = await manager.readContent(resolution.value)
  if (content.ok) return { ok: true, value: { ...metadataOf(resolution.value), content: content.value } }
  const { failure } = content
  return { ok: false, failure: { ...failure, reasons: [failure.message], file: fileOf(resolution.value) } }
}

async function invoke(manager: WaveSkillManager, name: string, keys: readonly string[]): Promise<ToolResult> {
  const further = keys.filter((key) => key !== 'skill_name').slice(0, MOST_KEYS)
  // W-5: not every client keeps a model to the schema.
  if (further.length > 0) {
    return refuse(manager, name, breakdown(`Only skill_name may be given, not ${further.map(showName).join(', ')}`))
  }
  const loading = await load(manager, name)
  if (!loading.ok) return refuse(manager, name, loading.failure)
  const { name: skillName, description, type, skillPath, content } = loading.value
  return {
    success: true,
    content: `Skill: ${skillName} (Type: ${type})\nPath: ${skillPath}\n\n${content}`,
    shortResult: `${skillName}: ${shorten(toLine(description), BRIEF)}`,
  }
}

/** Keys that are repeated to whoever sent them. */
const MOST_KEYS = 5
/** Characters of a brief description. */
const BRIEF = 120

function refuse(manager: WaveSkillManager, name: string, refusal: SkillRefusal): ToolResult {
  const available = findAvailable(manager, refusal)
  return { success: false, content: '', error: composeError(toErrorDetails(name, refusal, available), available) }
}

const availableOf = createSnapshotMemory((manager: WaveSkillManager) => countAvailable(manager.getAvailableSkills()))

/** A skill that could not be read is not among them. A host's own manager may fail in this too, and the answer must come. */
function findAvailable(manager: WaveSkillManager, { file }: SkillRefusal): Available {
  try {
    const available = availableOf(manager)
    return file === undefined ? available : leaveOut(available, file)
  } catch {
    return { named: [], count: 0 }
  }
}

function breakdown(message: string): SkillRefusal {
  return { code: 'system_error', message, reasons: [message], suggestions: [] }
}

function toAnswer(data: ToolResult): ToolAnswer {
  return { text: data.success ? data.content : (data.error ?? ''), isError: !data.success, data }
}

/** How the tool is offered. */
export const waveTool: BuiltInTool<'wave'> = {
  name: NAME,
  profile: 'wave',
  traits: {
    title: 'Invoke a skill',
    annotations: READS,
    outputSchema: toOutputSchema({ success: YES_OR_NO, content: TEXT, shortResult: TEXT }),
  },
  create: createWaveSkillTool,
}
