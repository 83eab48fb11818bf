/** Decides whether a call may happen: first the policy, then what the user approved beforehand, then the user. */

import type { Activation } from '../activation/activation.js'
import type { Category, ToolOwner, ToolRegistration } from '../tools/tool.js'
import { decide, isStricter, type Policy, type PolicyVerdict } from './policy.js'
import { isPreapproved } from './preapproval.js'

/** A question for the user. */
export interface PermissionRequest {
  /**
   * Whether a tool would be called, a server started, a server asked for a prompt or a resource, or the client asked for
   * something on behalf of a skill.
   */
  readonly action: 'call_tool' | 'start_server' | 'ask_server' | 'ask_client'
  /**
   * The name of the tool; `server:`, `prompt:` or `resource:` and the name of the server; `client:sampling`,
   * `client:elicitation` or `client:roots`.
   */
  readonly tool: string
  /** What the call can do. */
  readonly category: Category
  /** The skill that it belongs to, if any. */
  readonly skill?: string | undefined
  /** The parameters of the call. */
  readonly params?: unknown
  /** The program that would run and its arguments, if there is one. */
  readonly command?: readonly string[] | undefined
  /** What would happen, in one sentence. */
  readonly message: string
  /** True if a rule of the policy asks about the call: then no rule that allows calls applies to it. */
  readonly isByRule?: true
}

/** Asks the user. Anything but `true` is a refusal. */
export type AskPermission = (request: PermissionRequest) => Promise<boolean> | boolean

/** What a decision is based on. */
export interface PermissionContext {
  readonly policy: Policy
  readonly approve: AskPermission | undefined
  readonly activations: readonly Approving[]
}

/** The parts of an active skill that decide about permission. */
type Approving = Pick<Activation, 'name' | 'sources' | 'preapproves' | 'restrictsTo' | 'findObjection'>

/** Why a call may not happen. */
export interface PermissionDenial {
  readonly code: 'call_denied' | 'call_not_approved'
  readonly message: string
  readonly suggestions: readonly string[]
}

/** The category of a tool. A tool that the host wrote without one counts as `read`. */
export function categoryOf({ tool }: Pick<ToolRegistration, 'tool'>): Category {
  return tool.category ?? 'read'
}

/**
 * Decides whether a call may happen; undefined if it may. Synchronous unless someone must be asked, since most calls
 * need no question.
 */
export function permit(
  request: PermissionRequest,
  permitting: PermissionContext,
  reusedFrom?: ToolOwner,
): PermissionDenial | undefined | Promise<PermissionDenial | undefined> {
  const { tool, category, skill } = request
  const { policy, approve, activations } = permitting
  const sources = skill === undefined ? ['host'] : (activations.find(({ name }) => name === skill)?.sources ?? [])
  const own = decide(policy, { tool, category, skill, sources })
  const { decision, isExplicit } = reusedFrom === undefined ? own : heedOwner(own, request, policy, reusedFrom)
  if (decision === 'allow') return undefined
  if (decision === 'deny') return refuseDenied(tool, category)
  const approving = isExplicit || request.action !== 'call_tool' ? [] : findApproving(request, activations)
  const asked: PermissionRequest = isExplicit ? { ...request, isByRule: true } : request
  return approving.length === 0 ? ask(asked, approve) : askUnlessApproved(asked, approving, approve)
}

/** A rule that restricts a skill's tools also applies if another skill reuses them; a rule that allows them does not. */
function heedOwner(
  own: PolicyVerdict,
  { tool, category }: PermissionRequest,
  policy: Policy,
  { skill, sources }: ToolOwner,
) {
  const ruling = decide(policy, { tool, category, skill, sources })
  return ruling.isExplicit && isStricter(ruling.decision, own.decision) ? ruling : own
}

function findApproving({ tool, params }: PermissionRequest, activations: readonly Approving[]): readonly Approving[] {
  return activations.filter(({ preapproves }) => isPreapproved(preapproves, tool, params))
}

/** A skill whose files have changed since the user approved them grants nothing. */
async function askUnlessApproved(
  request: PermissionRequest,
  approving: readonly Approving[],
  approve: AskPermission | undefined,
): Promise<PermissionDenial | undefined> {
  for (const { findObjection } of approving) if ((await findObjection()) === undefined) return undefined
  return ask(request, approve)
}

function ask(request: PermissionRequest, approve: AskPermission | undefined) {
  return approve === undefined ? refuseUnasked(request) : askUser(request, approve)
}

async function askUser(request: PermissionRequest, approve: AskPermission): Promise<PermissionDenial | undefined> {
  const { tool } = request
  if ((await approve(request)) === true) return undefined
  const message = `The user did not allow '${tool}'`
  return {
    code: 'call_not_approved',
    message,
    suggestions: ['Do not repeat the same call. Ask the user how to proceed'],
  }
}

function refuseDenied(tool: string, category: Category): PermissionDenial {
  const message = `The policy forbids '${tool}' (${category})`
  return { code: 'call_denied', message, suggestions: ['Continue without this tool'] }
}

function refuseUnasked({ tool, category }: PermissionRequest): PermissionDenial {
  const message = `'${tool}' (${category}) needs the user's consent, but this host cannot ask for it`
  const suggestions = [
    'Continue without this tool, or ask the user to allow it in the policy',
    "If you write the host: pass 'approve' to VirtualWorkspace to ask the user, or 'policy' to decide without asking",
  ]
  return { code: 'call_not_approved', message, suggestions }
}
