/** The Wave `Skill` tool: the whole SKILL.md of a skill, with its path. */

import { metadataOf } from '../contracts/skill-metadata.js'
import {
  type InvocableSkill,
  renderInvocation,
  renderRefusal,
  renderToolDescription,
  type ToolResult,
} from '../contracts/wave.js'
import {
  type Available,
  countAvailable,
  leaveOut,
  type SkillErrorDetails,
  toErrorDetails,
} from '../contracts/wave-error.js'
import { fileOf } from '../registry/record/skill-record.js'
import { refuseUnknown, type SkillRefusal } from '../registry/resolve-skill.js'
import type { JsonSchema } from '../skill/json-schema.js'
import { LIMITS } from '../skill/limits.js'
import { showName } from '../skill/text/show-name.js'
import { messageOf } from '../skill/unknown-value.js'
import type { ToolContext, WaveSkillManager } from '../workspace/tools/tool-context.js'
import type { AgentTool, CallOptions, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { type BuiltInTool, READS, TEXT, toOutputSchema, YES_OR_NO } from './built-in-tool.js'
import { keysOf, settle, textOf } from './settle.js'
import { createSnapshotMemory } from './snapshot-memory.js'
import { describeSkill, traceTool } from './trace-tool.js'
import { createWorkdirManagers } from './workdir-managers.js'

/** The input of the Wave tool. */
export interface SkillToolArgs {
  /** The name of the skill. */
  readonly skill_name: string
}

/** A tool as an OpenAI request has it. */
export interface FunctionConfig {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema }
}

/** A tool in the form of the Wave contract. */
export interface ToolPlugin {
  readonly name: string
  readonly description: string
  readonly config: FunctionConfig
  execute(args: SkillToolArgs, context: ToolContext): Promise<ToolResult>
}

/** Options of `createWaveSkillTool`. */
export interface WaveSkillToolOptions {
  /**
   * The manager whose skills are invoked. A `skillManager` in the context of a call takes precedence; a `workdir` there
   * that is not the manager's own selects the skills of that project.
   */
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

/**
 * Creates the Wave `Skill` tool.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createWaveSkillTool } from 'metier/tools'
 *
 * const tool = createWaveSkillTool({ skillManager: await SkillManager.open() })
 * const { success, content, error } = await tool.execute({ skill_name: 'pdf' }, { workdir: process.cwd() })
 */
export function createWaveSkillTool(options: WaveSkillToolOptions): ToolPlugin & AgentTool {
  const { skillManager, budget = LIMITS.catalogueTokens } = options
  const definitionOf = createSnapshotMemory((manager: WaveSkillManager): ToolDefinition => {
    const description = renderToolDescription(manager.getAvailableSkills(), budget)
    return { name: NAME, description, inputSchema: CONFIG.function.parameters }
  })
  const managerOf = createWorkdirManagers(skillManager)
  const execute = (args: unknown, context?: Partial<ToolContext>): Promise<ToolResult> => {
    let manager = context?.skillManager ?? skillManager
    const name = textOf(args, 'skill_name') ?? ''
    const run = () =>
      settle(
        async () => {
          manager = context?.skillManager ?? (await managerOf(context?.workdir))
          return invoke(manager, name, keysOf(args))
        },
        context?.abortSignal,
        (message) => refuse(manager, name, breakdown(message)),
      )
    const open = async () => describeSkill(context?.skillManager ?? (await managerOf(context?.workdir)), name)
    return traceTool(() => ({ tool: NAME, kind: 'load', input: args, open, isRefusal: ({ success }) => !success }), run)
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

/**
 * The Wave `Skill` tool as a class.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { SkillTool } from 'metier/tools'
 *
 * const tool = new SkillTool(await SkillManager.open())
 * const { content } = await tool.execute({ skill_name: 'pdf' }, { workdir: process.cwd() })
 */
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

/**
 * Says why a skill cannot be invoked; undefined if it can.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { explainSkill } from 'metier/tools'
 *
 * const details = await explainSkill(await SkillManager.open(), 'pdf')
 * if (details !== undefined) console.log(details.message, details.suggestions)
 */
export async function explainSkill(manager: WaveSkillManager, name: string): Promise<SkillErrorDetails | undefined> {
  const loading = await load(manager, name).catch((error: unknown) => fail(breakdown(messageOf(error))))
  return loading.ok ? undefined : toErrorDetails(name, loading.failure, findAvailable(manager, loading.failure))
}

type Loading =
  | { readonly ok: true; readonly value: InvocableSkill }
  | { readonly ok: false; readonly failure: SkillRefusal }

async function load(manager: WaveSkillManager, name: string): Promise<Loading> {
  await manager.ready?.()
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
  return fail({ ...failure, reasons: [failure.message], file: fileOf(resolution.value) })
}

async function invoke(manager: WaveSkillManager, name: string, keys: readonly string[]): Promise<ToolResult> {
  const further = keys.filter((key) => key !== 'skill_name').slice(0, MOST_KEYS)
  // Not every client enforces the schema.
  if (further.length > 0) {
    return refuse(manager, name, breakdown(`Only skill_name may be given, not ${further.map(showName).join(', ')}`))
  }
  const loading = await load(manager, name)
  return loading.ok ? renderInvocation(loading.value) : refuse(manager, name, loading.failure)
}

/** How many unknown keys the error repeats. */
const MOST_KEYS = 5

function refuse(manager: WaveSkillManager, name: string, refusal: SkillRefusal): ToolResult {
  const available = findAvailable(manager, refusal)
  return renderRefusal(toErrorDetails(name, refusal, available), available)
}

const availableOf = createSnapshotMemory((manager: WaveSkillManager) => countAvailable(manager.getAvailableSkills()))

/** Leaves out a skill that could not be read. A host's own manager may throw here, but the error must still be reported. */
function findAvailable(manager: WaveSkillManager, { file }: SkillRefusal): Available {
  try {
    const available = availableOf(manager)
    return file === undefined ? available : leaveOut(available, file)
  } catch {
    return { named: [], count: 0 }
  }
}

function fail(failure: SkillRefusal) {
  return { ok: false, failure } as const
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
