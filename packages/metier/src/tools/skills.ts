/** The `skills` tool: queries the registry, and changes it with the consent of the user. */

import { describeMissingSkill } from '../contracts/skills.js'
import type { JsonSchema } from '../skill/json-schema.js'
import { messageOf } from '../skill/unknown-value.js'
import type { Approve } from '../store/approvals/approval-request.js'
import type { AgentTool, CallOptions } from './agent-tool.js'
import { type BuiltInTool, RUNS, toOutputSchema } from './built-in-tool.js'
import { fieldOf, settle, textOf, toJsonAnswer } from './settle.js'
import {
  ACTION_NAMES,
  ACTIONS,
  type Action,
  type ActionInput,
  type ActionName,
  type Actions,
  type Parameter,
  type RegistryManager,
  type SkillsRefusal,
  type SkillsResult,
} from './skills-actions.js'
import { traceTool } from './trace-tool.js'

/** Options of `createSkillsTool`. */
export interface SkillsToolOptions {
  /** The manager whose registry is queried. */
  readonly skillManager: RegistryManager
  /** Asks the user before an action that needs consent. Without it such actions are refused. */
  readonly approve?: Approve | undefined
}

/** The `skills` tool. */
export interface SkillsTool extends AgentTool {
  readonly name: 'skills'
  readonly description: string
  readonly input_schema: JsonSchema
  /** Performs the action that the input names. Never throws for a refusal. */
  execute(input: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<SkillsResult>
}

const NAME = 'skills'
const DESCRIPTION =
  'Query the skills registry. List available skills, check eligibility, get details and install hints.'

const INPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ACTION_NAMES, description: 'Action to perform' },
    skill: {
      type: 'string',
      description:
        "Skill name (required for 'info' and 'check' actions). Also for 'install', 'enable', 'disable', 'audit', 'update', 'remove' and 'rollback'.",
    },
    filter: {
      type: 'string',
      enum: ['all', 'eligible', 'ineligible'],
      default: 'all',
      description: "Filter for 'list' action",
    },
    verbose: { type: 'boolean', default: false, description: 'Include full details in list output' },
    from: { type: 'string', description: "Source for 'install': 'clawhub', a repository URL, or 'local:/path'" },
    force: { type: 'boolean', default: false, description: "Overwrite an existing skill in 'install'" },
    query: { type: 'string', description: "Query for 'search'" },
    source: { type: 'string', description: "Source to trust for 'trust'; asks the user" },
  },
  required: ['action'],
}

/**
 * Creates the `skills` tool.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createSkillsTool } from 'metier/tools'
 *
 * const tool = createSkillsTool({ skillManager: await SkillManager.open() })
 * const list = await tool.execute({ action: 'list', filter: 'eligible' })
 */
export function createSkillsTool(options: SkillsToolOptions): SkillsTool {
  return createSkillsToolWith(ACTIONS, options)
}

/** Creates the tool with other functions behind its actions. */
export function createSkillsToolWith(actions: Actions, { skillManager, approve }: SkillsToolOptions): SkillsTool {
  const execute = (input: unknown, { signal }: CallOptions = {}): Promise<SkillsResult> =>
    traceTool<SkillsResult>(
      () => ({ tool: NAME, kind: 'plain', input, isRefusal: (result) => 'error' in result }),
      () =>
        settle<SkillsResult>(
          () => runAction(actions, input, { manager: skillManager, approve, signal }),
          signal,
          (error) => ({ error }),
        ),
    )
  return {
    name: NAME,
    description: DESCRIPTION,
    input_schema: INPUT_SCHEMA,
    execute,
    definition: { name: NAME, description: DESCRIPTION, inputSchema: INPUT_SCHEMA },
    call: async (input, options) => toJsonAnswer(await execute(input, options)),
  }
}

interface Surroundings {
  readonly manager: RegistryManager
  readonly approve: Approve | undefined
  readonly signal: AbortSignal | undefined
}

async function runAction(actions: Actions, input: unknown, surroundings: Surroundings): Promise<SkillsResult> {
  const given = fieldOf(input, 'action')
  if (given === undefined || given === '') return { error: 'action required' }
  const name = ACTION_NAMES.find((known) => known === given)
  if (name === undefined)
    return { error: `unknown action: ${typeof given === 'string' ? given : JSON.stringify(given)}` }
  const action = actions[name]
  const missing = action.needs.find((parameter) => textOf(input, parameter) === undefined)
  if (missing !== undefined) return refuseMissing(name, missing, action)
  return runComplete(name, action, readInput(input), surroundings)
}

/** The contract fixes the text for a skill; the others follow it. */
function refuseMissing(name: ActionName, missing: Parameter, { failure }: Action): SkillsRefusal {
  if (missing === 'skill') return { ...failure, error: describeMissingSkill(name) }
  const what = missing === 'from' ? 'source' : missing
  return { ...failure, error: `${what} required for '${name}' action` }
}

async function runComplete(
  name: ActionName,
  action: Action,
  input: ActionInput,
  { manager, approve, signal }: Surroundings,
): Promise<SkillsResult> {
  const { consent, run, failure } = action
  if (consent !== undefined && approve === undefined) {
    return { ...failure, error: `'${name}' needs the user's consent, but this host cannot ask for it` }
  }
  if (consent !== undefined && approve !== undefined) {
    const refusal = await ask(name, approve, consent(input))
    if (refusal !== undefined) return { ...failure, error: refusal }
  }
  signal?.throwIfAborted()
  await manager.ready?.()
  return run(input, { manager, approve, signal })
}

async function ask(
  action: ActionName,
  approve: Approve,
  request: ReturnType<NonNullable<Action['consent']>>,
): Promise<string | undefined> {
  try {
    return (await approve({ action, ...request })) === true ? undefined : `The user did not agree to '${action}'`
  } catch (error) {
    return `Could not ask the user about '${action}': ${messageOf(error)}`
  }
}

function readInput(input: unknown): ActionInput {
  const filter = fieldOf(input, 'filter')
  return {
    skill: textOf(input, 'skill') ?? '',
    filter: filter === undefined || filter === null ? undefined : String(filter),
    verbose: fieldOf(input, 'verbose') === true,
    from: textOf(input, 'from') ?? '',
    force: fieldOf(input, 'force') === true,
    query: textOf(input, 'query') ?? '',
    source: textOf(input, 'source') ?? '',
  }
}

/** How the tool is offered. Among its actions are `install`, which fetches, and `remove`. */
export const skillsTool: BuiltInTool<'registry'> = {
  name: NAME,
  profile: 'registry',
  traits: { title: 'Skills registry', annotations: RUNS, outputSchema: toOutputSchema({}), isAlwaysShown: true },
  create: createSkillsTool,
}
