/** The `activate_skill` tool: the dedicated tool of the Agent Skills client guide. */

import type { SkillListEntry } from '../contracts/skill-list.js'
import { listResources } from '../manager/content/skill-files.js'
import type { SkillManager } from '../manager/skill-manager.js'
import { directoryOf, fileOf, type SkillRecord } from '../registry/record/skill-record.js'
import { type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { stripLeadingBlankLines } from '../skill/parse.js'
import { splitDocument } from '../skill/split.js'
import { digest } from '../system/files/digest.js'
import { type ActivatingWorkspace, activateInWorkspace, type Brought, composeBrought } from './activate-in-workspace.js'
import { defineWithBudget, OPENING, WORKSPACE_OPENING } from './activation-definition.js'
import type { CallOptions, OfferableTool, ToolAnswer, ToolDefinition } from './agent-tool.js'
import { type ConversationalTool, OBJECTS, TEXT, TEXTS, toOutputSchema, YES_OR_NO } from './built-in-tool.js'
import { findInputProblem, suggestNames } from './input-problem.js'
import { fieldOf, settle, textOf } from './settle.js'
import { composeSkillContent } from './skill-content.js'
import { createSnapshotMemory } from './snapshot-memory.js'
import { describeSkill, traceTool } from './trace-tool.js'

/** The part of a manager that the tool uses. */
export type ActivatingManager = Pick<SkillManager, 'getAvailableSkills' | 'resolve' | 'readContent' | 'registry'> &
  Partial<Pick<SkillManager, 'ready' | 'listFiles'>>

/** Options of `createActivateSkillTool`. */
export interface ActivateSkillToolOptions {
  /** The manager whose skills can be activated. */
  readonly skillManager: ActivatingManager
  /** About how many tokens the names and descriptions in the definition may take. */
  readonly budget?: number
  /**
   * The workspace that skills become active in. With it, the answer has the schemas of the skill's tools.
   */
  readonly workspace?: ActivatingWorkspace
}

/** The input of `activate_skill`. */
export interface ActivateSkillInput {
  /** The name of the skill. */
  readonly name: string
  /** Arguments for the skill's instructions, as one string. */
  readonly arguments?: string
  /** Whether to give the instructions again even if they have not changed. */
  readonly again?: boolean
}

/** The result of `activate_skill`. */
export type ActivateSkillResult =
  | ({
      readonly activated: true
      readonly name: string
      /** The block for the model, or a sentence if the model already has it. */
      readonly content: string
      /** The SHA-256 of the block. */
      readonly digest: string
      readonly already_active?: true
    } & Brought)
  | { readonly activated: false; readonly error: string; readonly suggestions: readonly string[] }

/** The `activate_skill` tool of one conversation. It remembers which instructions the model has. */
export interface ActivateSkillTool extends OfferableTool {
  readonly name: 'activate_skill'
  /** Activates a skill. Never throws for a refusal. */
  execute(input: ActivateSkillInput, options?: CallOptions): Promise<ActivateSkillResult>
  /**
   * Forgets that the model has the instructions of one skill, or of all. For hosts that drop messages from a
   * conversation.
   */
  forget(name?: string): void
}

const NAME = 'activate_skill'

/**
 * Creates the `activate_skill` tool. Create one for each conversation: it remembers what the model has been given.
 * While no skill can be used, it has no definition.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createActivateSkillTool } from 'metier/tools'
 *
 * const skillManager = await SkillManager.open()
 * const tool = createActivateSkillTool({ skillManager })
 * const result = await tool.execute({ name: 'pdf', arguments: 'report.pdf' })
 * if (result.activated) console.log(result.content)
 */
export function createActivateSkillTool(options: ActivateSkillToolOptions): ActivateSkillTool {
  const tool = createInstructionsTool(options)
  const execute = (input: ActivateSkillInput, callOptions?: CallOptions) =>
    traceActivation(
      options,
      input,
      () => tool.execute(input, callOptions),
      (result) => (result.activated ? result.name : undefined),
    )
  return {
    name: NAME,
    get definition() {
      return tool.definition
    },
    execute,
    // Input of any kind is checked by the tool.
    call: async (input, callOptions) => toAnswer(await execute(input as ActivateSkillInput, callOptions)),
    forget: tool.forget,
  }
}

/** Makes an activation by a model. If the host uses OpenTelemetry, it is a span. */
export function traceActivation<T>(
  { skillManager }: Pick<ActivateSkillToolOptions, 'skillManager'>,
  input: unknown,
  work: () => Promise<T>,
  /** The name of the skill that is active now; undefined for a refusal. */
  nameIn: (result: T) => string | undefined,
): Promise<T> {
  return traceTool<T>(
    () => ({
      tool: NAME,
      kind: 'load',
      input,
      open: () => describeSkill(skillManager, textOf(input, 'name') ?? ''),
      isRefusal: (result) => nameIn(result) === undefined,
      tell: (result) => ({ skill: nameIn(result) }),
    }),
    work,
  )
}

/** The tool without telemetry, for a caller whose own call of `activate_skill` is the span. */
export function createInstructionsTool(options: ActivateSkillToolOptions): ActivateSkillTool {
  const { skillManager, workspace, budget = LIMITS.catalogueTokens } = options
  const given = new Map<string, Given>()
  const inWorkspace = createListMemory((skills) => defineWithBudget(skills, budget, WORKSPACE_OPENING))
  const definitionOf = createSnapshotMemory((manager: ActivatingManager) => ({
    value: defineWithBudget(manager.getAvailableSkills(), budget, OPENING),
  }))
  const execute = (input: unknown, { signal }: CallOptions = {}): Promise<ActivateSkillResult> =>
    settle<ActivateSkillResult>(
      () => activate(options, input, given, signal),
      // A workspace undoes an aborted activation, which must finish first.
      workspace === undefined ? signal : undefined,
      (message) => refuse(message, []),
    )
  return {
    name: NAME,
    get definition() {
      // A workspace has skills of its own, which change without a new snapshot of the registry.
      if (workspace !== undefined) return inWorkspace(workspace.listSkills())
      return definitionOf(skillManager).value
    },
    execute,
    call: async (input, callOptions) => toAnswer(await execute(input, callOptions)),
    forget: (name) => {
      for (const [file, skill] of given) if (name === undefined || skill.name === name) given.delete(file)
    },
  }
}

/** The definition for a list of skills. It is computed again only if the list changes. */
function createListMemory(make: (skills: readonly SkillListEntry[]) => ToolDefinition | undefined) {
  let last: { readonly skills: readonly SkillListEntry[]; readonly definition: ToolDefinition | undefined } | undefined
  return (skills: readonly SkillListEntry[]) => {
    if (last?.skills !== skills) last = { skills, definition: make(skills) }
    return last.definition
  }
}

/** What a model was given of a skill, by the skill's file. */
interface Given {
  readonly name: string
  readonly digest: string
}

async function activate(
  { skillManager, workspace }: ActivateSkillToolOptions,
  input: unknown,
  given: Map<string, Given>,
  signal: AbortSignal | undefined,
): Promise<ActivateSkillResult> {
  await skillManager.ready?.()
  const problem = findInputProblem(input, FIELDS, ['name'])
  if (problem !== undefined) {
    const skills = workspace?.listSkills() ?? skillManager.getAvailableSkills()
    return refuse(problem, textOf(input, 'name') === undefined ? suggestNames(skills.map(({ name }) => name)) : KINDS)
  }
  const name = textOf(input, 'name') ?? ''
  const again = fieldOf(input, 'again') === true
  if (workspace === undefined) return give(await readFiles(name, input, skillManager), given, again)
  // Read before the skill becomes active: the workspace undoes an activation that is aborted after this.
  const text = workspace.skills.has(name) ? undefined : await readFiles(name, input, skillManager)
  const switched = await activateInWorkspace(name, workspace, signal)
  if (!switched.ok) return refuse(switched.error, switched.suggestions)
  const { hostText = '', wasActive, brought } = switched
  // After a new activation the model gets the instructions again.
  const result = give(text ?? toHostText(name, hostText, input), given, again || !wasActive)
  return result.activated ? { ...result, ...brought } : result
}

const FIELDS = { name: 'text', arguments: 'text', again: 'flag' } as const
const KINDS = ['Pass arguments as a string and again as true or false, or leave them out']

/** The instructions for the model, and the key that identifies the skill. */
interface Instructions {
  readonly name: string
  readonly key: string
  readonly content: string
}

async function readFiles(name: string, input: unknown, manager: ActivatingManager): Promise<Result<Instructions>> {
  const resolution = manager.resolve(name)
  if (!resolution.ok) return resolution
  const record = resolution.value
  const text = await manager.readContent(record)
  if (!text.ok) return text
  const content = await compose(manager, record, text.value, textOf(input, 'arguments'))
  return succeed({ name: record.name, key: fileOf(record), content })
}

/** A skill in TypeScript has no directory and no files. */
function toHostText(name: string, body: string, input: unknown): Result<Instructions> {
  const content = composeSkillContent({ name, body, arguments: textOf(input, 'arguments') })
  return succeed({ name, key: `skill:${name}`, content })
}

function give(instructions: Result<Instructions>, given: Map<string, Given>, again: boolean): ActivateSkillResult {
  if (!instructions.ok) return refuse(instructions.failure.message, instructions.failure.suggestions)
  const { name, key, content } = instructions.value
  const sum = digest(content)
  const isKnown = given.get(key)?.digest === sum
  given.set(key, { name, digest: sum })
  if (!isKnown || again) return { activated: true, name, content, digest: sum }
  const reminder = `Skill '${name}' is already active; its instructions are above and have not changed.`
  return { activated: true, name, content: reminder, digest: sum, already_active: true }
}

/** How many files are listed. */
const MOST_RESOURCES = 50

async function compose(
  manager: ActivatingManager,
  record: SkillRecord,
  text: string,
  argument: string | undefined,
): Promise<string> {
  return composeSkillContent({
    name: record.name,
    body: stripLeadingBlankLines(text.slice(splitDocument(text).bodyStart)),
    arguments: argument,
    directory: directoryOf(record),
    resources: await (manager.listFiles?.(record, MOST_RESOURCES) ?? listResources(record, MOST_RESOURCES)),
  })
}

function refuse(error: string, suggestions: readonly string[]): ActivateSkillResult {
  return { activated: false, error, suggestions }
}

function toAnswer(data: ActivateSkillResult): ToolAnswer {
  if (data.activated) return { text: [data.content, ...composeBrought(data)].join('\n\n'), isError: false, data }
  const help = data.suggestions.map((suggestion) => `\n- ${suggestion}`).join('')
  return { text: `${data.error}${help}`, isError: true, data }
}

/** How the tool is offered. */
export const activateSkillTool: ConversationalTool<typeof NAME, 'registry'> = {
  name: NAME,
  profile: 'registry',
  traits: {
    title: 'Activate a skill',
    // A skill may have servers, which start with it.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    outputSchema: toOutputSchema({
      activated: YES_OR_NO,
      name: TEXT,
      content: TEXT,
      digest: TEXT,
      already_active: YES_OR_NO,
      tools: OBJECTS,
      activation: TEXT,
      suggestions: TEXTS,
    }),
    isAlwaysShown: true,
  },
  create: createActivateSkillTool,
  isPerConversation: true,
}
