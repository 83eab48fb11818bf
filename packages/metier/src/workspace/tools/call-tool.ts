/** The steps of every call: check availability, parameters and permission, then run and record. */

import { nearestNames } from '../../registry/search/nearest-names.js'
import { messageOf } from '../../skill/unknown-value.js'
import type { Activation } from '../activation/activation.js'
import type { MetricsEvent } from '../metrics/metrics.js'
import { guardClient } from '../permission/guard-client.js'
import { categoryOf, type PermissionContext, permit } from '../permission/permission.js'
import type { WorkspaceSkillManager } from '../skill-manager-view.js'
import type { KnownTools } from './known-tools.js'
import { ServerAnswer } from './server-answer.js'
import { ToolFailure, type ToolRegistration, ToolSource } from './tool.js'
import type { ToolClient } from './tool-client.js'
import type { ToolComponent } from './tool-component.js'
import type { ToolCallContext } from './tool-context.js'
import type { ToolTable } from './tool-table.js'
import { untilAborted } from './until-aborted.js'
import { type InputResult, validateInput } from './validate-input.js'

/** Why a call did not happen or did not succeed. */
export type CallFailureCode =
  | 'tool_unknown'
  | 'tool_unavailable'
  | 'input_invalid'
  | 'call_denied'
  | 'call_not_approved'
  | 'call_aborted'
  | 'tool_failed'

/** A call that did not succeed. */
export interface CallFailure {
  readonly code: CallFailureCode
  /** What happened, for the model. */
  readonly message: string
  /** What to do next. */
  readonly suggestions: readonly string[]
  /** What the tool itself reported, such as exit code and stderr. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The result of a call: the tool's result, or the one reason why there is none. */
export type CallResult =
  | {
      readonly success: true
      readonly result: unknown
      readonly error?: undefined
      readonly failure?: undefined
      /** The whole answer of a skill's MCP server; `result` is what it comes down to as a value. */
      readonly answer?: ServerAnswer
    }
  | {
      readonly success: false
      readonly result?: undefined
      readonly error: string
      readonly failure: CallFailure
      /** The whole answer of a skill's MCP server, if the failure is its answer. */
      readonly answer?: ServerAnswer
    }

/** A call to make. */
export interface CallRequest {
  readonly name: string
  readonly params: unknown
  readonly signal: AbortSignal | undefined
  readonly client?: ToolClient | undefined
}

/** What a call needs to know about the workspace. Functions are called again if time has passed. */
export interface CallSurroundings extends PermissionContext {
  readonly isClosed: boolean
  readonly workdir: string
  readonly skillManager: WorkspaceSkillManager
  table(): ToolTable
  activation(skill: string): Activation | undefined
  component(key: string): ToolComponent | undefined
  readonly known: Pick<KnownTools, 'bringers' | 'findDeclared'>
  record(event: MetricsEvent): void
}

/** Makes a call. A refusal is a value that a model can act on. */
export async function callTool(request: CallRequest, calling: CallSurroundings): Promise<CallResult> {
  const { name, params } = request
  const registration = calling.table().find(name)
  const skill = registration?.skillName
  const record = (outcome: 'succeeded' | 'failed' | 'refused', milliseconds: number, result: unknown) => {
    const sizes = { inputBytes: sizeOf(params), outputBytes: sizeOf(result) }
    calling.record({ event: 'called', tool: name, skill, outcome, milliseconds, ...sizes })
  }
  const ready = await prepare(request, registration, calling)
  if ('code' in ready) {
    // Models make up names: counting those would fill the metrics.
    if (registration !== undefined) record('refused', 0, undefined)
    return refuse(ready)
  }
  const started = performance.now()
  const result = await run(ready, request, calling)
  record(result.success ? 'succeeded' : 'failed', performance.now() - started, result.result)
  return result
}

interface Ready {
  readonly registration: ToolRegistration
  readonly value: unknown
}

async function prepare(
  { name, params, signal }: CallRequest,
  registration: ToolRegistration | undefined,
  calling: CallSurroundings,
): Promise<Ready | CallFailure> {
  if (calling.isClosed) return refuseClosed(name)
  if (signal?.aborted) return aborted(name)
  if (registration?.enabled !== true) return explainAbsence(name, registration, calling)
  const validated = validateInput(registration.tool, params)
  const checked = 'then' in validated ? await settleCheck(validated) : validated
  if (!checked.ok) return refuseInput(name, checked.issues)
  const category = categoryOf(registration)
  const skill = registration.skillName
  const permission = permit(
    {
      action: 'call_tool',
      tool: name,
      category,
      skill,
      params: checked.value,
      command: registration.tool.command,
      message: describeCall(registration, category),
    },
    calling,
    registration.reusedFrom,
  )
  if (permission !== undefined) {
    const refused = await settlePermission(permission, name, signal)
    if (refused !== undefined) return refused
  }
  // The user may have taken a while to answer: the tool may be gone or replaced by now.
  if (signal?.aborted) return aborted(name)
  const now = calling.table().find(name)
  if (now?.enabled !== true) return explainAbsence(name, now, calling)
  return isSame(now, registration) ? { registration, value: checked.value } : replaced(name)
}

/** Compares the functions that would run, because a prefixed tool is a new object in every table. */
function isSame(one: ToolRegistration, other: ToolRegistration): boolean {
  const isSameTool = one.tool.execute === other.tool.execute && one.tool.paramsSchema === other.tool.paramsSchema
  const isSameOwner = one.skillName === other.skillName && one.componentKey === other.componentKey
  return isSameTool && isSameOwner && one.tool.category === other.tool.category
}

function describeCall({ tool, skillName, reusedFrom }: ToolRegistration, category: string): string {
  const skill = skillName === undefined ? '' : ` of skill '${skillName}'`
  const owner = reusedFrom === undefined ? '' : `, which reuses it from skill '${reusedFrom.skill}'`
  return `Call '${tool.toolName}' (${category})${skill}${owner}`
}

async function settleCheck(validating: Promise<InputResult>): Promise<InputResult> {
  try {
    return await validating
  } catch (error) {
    return { ok: false, issues: [`cannot be checked: the tool's schema is invalid (${messageOf(error)})`] }
  }
}

async function settlePermission(
  permission: ReturnType<typeof permit>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<CallFailure | undefined> {
  try {
    return await untilAborted(permission, signal)
  } catch (error) {
    if (signal?.aborted) return aborted(name)
    const message = `Could not ask the user about '${name}': ${messageOf(error)}`
    return { code: 'call_not_approved', message, suggestions: ['Continue without this tool'] }
  }
}

async function run(
  { registration, value }: Ready,
  request: CallRequest,
  calling: CallSurroundings,
): Promise<CallResult> {
  const { name, signal } = request
  const { skillName } = registration
  const ending = skillName === undefined ? undefined : calling.activation(skillName)?.ending.signal
  const { workdir, skillManager } = calling
  const joined = joinSignals(signal, ending)
  const client = request.client && introduce(request.client, registration, calling)
  const context = { toolName: name, skillName, signal: joined, abortSignal: joined, workdir, skillManager, client }
  try {
    const result = await untilAborted(execute(registration, value, context, calling), signal)
    return result instanceof ServerAnswer
      ? { success: true, result: result.value, answer: result }
      : { success: true, result }
  } catch (error) {
    if (signal?.aborted) return refuse(aborted(name))
    if (error instanceof ToolFailure) return refuse({ code: error.code, ...error.description }, error.answer)
    return refuse({ code: 'tool_failed', message: `'${name}' failed: ${messageOf(error)}`, suggestions: [] })
  }
}

/** A tool of the host speaks for the host. */
function introduce(client: ToolClient, registration: ToolRegistration, calling: CallSurroundings): ToolClient {
  const { skillName: skill, reusedFrom: owner } = registration
  if (skill === undefined) return client
  const agreed = calling.activation(skill)?.agreed ?? new Set()
  return guardClient(client, { skill, permitting: calling, owner, agreed })
}

async function execute(
  { tool, source, componentKey = '' }: ToolRegistration,
  params: unknown,
  context: ToolCallContext,
  calling: CallSurroundings,
): Promise<unknown> {
  if (tool.execute !== undefined) return tool.execute(params, context)
  const component = source === ToolSource.COMPONENT ? calling.component(componentKey) : undefined
  if (component?.handleToolCall !== undefined) return component.handleToolCall(context.toolName, params, context)
  throw new Error('it has no execute function, and no component handles it')
}

const NEVER = new AbortController().signal

function joinSignals(first: AbortSignal | undefined, second: AbortSignal | undefined): AbortSignal {
  if (first === undefined || second === undefined) return first ?? second ?? NEVER
  return AbortSignal.any([first, second])
}

async function explainAbsence(
  name: string,
  registration: ToolRegistration | undefined,
  calling: CallSurroundings,
): Promise<CallFailure> {
  if (registration !== undefined) {
    const restricting = calling.activations
      .filter(({ restrictsTo }) => restrictsTo !== undefined)
      .map((one) => one.name)
    const message = `'${name}' must not be used while ${listSkills(restricting)} is active`
    return {
      code: 'tool_unavailable',
      message,
      suggestions: ['Deactivate the skill first, or continue without this tool'],
    }
  }
  const bringers = calling.known.bringers(name)
  if (bringers.length > 0) {
    const message = `'${name}' is not available: it belongs to ${listSkills(bringers)}, which is not active`
    return {
      code: 'tool_unavailable',
      message,
      suggestions: bringers.map((skill) => `Activate skill '${skill}' first`),
    }
  }
  const declared = await calling.known.findDeclared(name)
  if (declared !== undefined) return { code: 'tool_unavailable', ...declared }
  const names = [...calling.table().all()].filter(([, { enabled }]) => enabled).map(([known]) => known)
  const meant = nearestNames(names, name.slice(0, LONGEST_SHOWN)).map((near) => `Did you mean '${near}'?`)
  return { code: 'tool_unknown', message: `Unknown tool '${name.slice(0, LONGEST_SHOWN)}'`, suggestions: meant }
}

const LONGEST_SHOWN = 128

function listSkills(names: readonly string[]): string {
  return names.map((name) => `skill '${name}'`).join(' or ')
}

/** A call whose parameters the schema refuses. */
export function refuseInput(name: string, issues: readonly string[]): CallFailure {
  const message = `Invalid parameters for '${name}': ${issues.join('; ')}`
  return { code: 'input_invalid', message, suggestions: ["Call it again with parameters that match the tool's schema"] }
}

function replaced(name: string): CallFailure {
  const message = `'${name}' was replaced by another tool during the call`
  return { code: 'tool_unavailable', message, suggestions: ["Check the tool's schema and call it again"] }
}

function refuseClosed(name: string): CallFailure {
  const message = `'${name}' was not called: the workspace is closed`
  return { code: 'tool_unavailable', message, suggestions: ['Create another workspace'] }
}

function aborted(name: string): CallFailure {
  return { code: 'call_aborted', message: `The call to '${name}' was aborted`, suggestions: [] }
}

function refuse(failure: CallFailure, answer?: ServerAnswer): CallResult {
  return { success: false, error: failure.message, failure, ...(answer !== undefined && { answer }) }
}

function sizeOf(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value === 'string') return Buffer.byteLength(value)
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '')
  } catch {
    // A value that cannot be written as JSON has no size.
    return 0
  }
}
