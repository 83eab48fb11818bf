/** The actions of the `skills` tool, one entry each: what it needs, what the user must agree to, and what it does. */

import type { InfoResult, ListResult } from '../contracts/skills.js'
import type { SkillManager } from '../manager/skill-manager.js'
import type { ApprovalRequest, Approve } from '../store/approvals/approval-request.js'

/** The part of a manager that the tool uses. */
export type RegistryManager = Pick<
  SkillManager,
  | 'list'
  | 'info'
  | 'check'
  | 'search'
  | 'reload'
  | 'enable'
  | 'disable'
  | 'install'
  | 'trust'
  | 'audit'
  | 'update'
  | 'remove'
  | 'rollback'
  | 'verify'
> &
  Partial<Pick<SkillManager, 'ready' | 'findRevocation'>>

/** The input, as far as it has the right types. */
export interface ActionInput {
  readonly skill: string
  readonly filter: string | undefined
  readonly verbose: boolean
  readonly from: string
  readonly force: boolean
  readonly query: string
  readonly source: string
}

interface ActionContext {
  readonly manager: RegistryManager
  /** Asks about facts that are known only after the action has started, such as the findings of a scan. */
  readonly approve: Approve | undefined
  readonly signal: AbortSignal | undefined
}

/** Why an action did nothing. A failed install also has `installed: false`. */
export interface SkillsRefusal {
  readonly installed?: false
  readonly error: string
}

/** The result of an action. */
export type SkillsResult = Awaited<ReturnType<RegistryManager[ActionName]>> | SkillsRefusal

/** One action of the tool. */
export interface Action {
  /** The required parameters, in the order in which they are checked. */
  readonly needs: readonly Parameter[]
  /** What the user must agree to first. */
  readonly consent?: (input: ActionInput) => Omit<ApprovalRequest, 'action'>
  readonly run: (input: ActionInput, context: ActionContext) => SkillsResult | Promise<SkillsResult>
  /** The fields that every failure of the action has in addition to `error`. */
  readonly failure?: Omit<SkillsRefusal, 'error'>
}

export type Parameter = 'skill' | 'from' | 'query' | 'source'

export const ACTION_NAMES = [
  'list',
  'info',
  'check',
  'install',
  'reload',
  'search',
  'enable',
  'disable',
  'trust',
  'audit',
  'update',
  'remove',
  'rollback',
  'verify',
] as const

export type ActionName = (typeof ACTION_NAMES)[number]

export type Actions = Readonly<Record<ActionName, Action>>

/** What each action does. */
export const ACTIONS: Actions = {
  list: { needs: [], run: (input, { manager }) => list(input, manager) },
  info: { needs: ['skill'], run: ({ skill }, { manager }) => describeSkill(skill, manager) },
  check: { needs: ['skill'], run: ({ skill }, { manager }) => manager.check(skill) },
  install: {
    needs: ['skill', 'from'],
    failure: { installed: false },
    // Pass only what the contract names: a model can neither consent nor accept a finding.
    run: ({ skill, from, force }, { manager, approve, signal }) =>
      manager.install({ skill, from, force, approve, signal }),
  },
  reload: { needs: [], run: (_, { manager, signal }) => manager.reload(signal) },
  search: { needs: ['query'], run: ({ query }, { manager }) => manager.search(query) },
  enable: { needs: ['skill'], run: ({ skill }, { manager }) => manager.enable(skill) },
  disable: { needs: ['skill'], run: ({ skill }, { manager }) => manager.disable(skill) },
  trust: {
    needs: ['source'],
    consent: ({ source }) => ({ source, message: `Trust every skill from ${source}` }),
    run: ({ source }, { manager }) => manager.trust(source),
  },
  audit: {
    needs: ['skill'],
    run: ({ skill }, { manager, signal }) => manager.audit(skill, signal === undefined ? {} : { signal }),
  },
  update: {
    needs: ['skill'],
    run: ({ skill }, { manager, approve, signal }) => manager.update(skill, { approve, signal }),
  },
  remove: {
    needs: ['skill'],
    consent: ({ skill }) => ({ skill, message: `Remove the skill '${skill}' from this machine` }),
    run: ({ skill }, { manager, signal }) => manager.remove(skill, { signal }),
  },
  rollback: {
    needs: ['skill'],
    consent: ({ skill }) => ({ skill, message: `Restore the previous version of the skill '${skill}'` }),
    run: ({ skill }, { manager, approve, signal }) => manager.rollback(skill, { approve, signal }),
  },
  verify: { needs: [], run: (_, { manager, signal }) => manager.verify({ signal }) },
}

/** With what its source said last, if that is a warning. */
async function describeSkill(skill: string, manager: RegistryManager): Promise<InfoResult> {
  const info = manager.info(skill)
  const revocation = 'error' in info ? undefined : await manager.findRevocation?.(skill)
  return revocation === undefined ? info : { ...info, revocation }
}

const FILTERS = ['all', 'eligible', 'ineligible'] as const

function list({ filter = 'all', verbose }: ActionInput, manager: RegistryManager): ListResult | SkillsRefusal {
  const known = FILTERS.find((name) => name === filter)
  return known === undefined ? { error: `unknown filter: ${filter}` } : manager.list({ filter: known, verbose })
}
