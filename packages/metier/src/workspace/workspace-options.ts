import { describeManagerMistake } from '../manager/manager-mistake.js'
import type { SkillManager } from '../manager/skill-manager.js'
import { requireSpelling } from '../skill/text/meant-key.js'
import { isRecord } from '../skill/unknown-value.js'
import type { StartServer } from './activation/server.js'
import type { SkillDefinition } from './define-skill.js'
import type { MetricsEvent } from './metrics/metrics.js'
import type { AskPermission } from './permission/permission.js'
import { type Policy, readPolicy } from './permission/policy.js'

/** Options of a `VirtualWorkspace`. All of them are optional. The constructor throws a `TypeError` for a wrong one. */
export interface VirtualWorkspaceOptions {
  /** The title of the rendered context; `WORKSPACE` if left out. */
  readonly name?: string
  /** Skills written in TypeScript. */
  readonly skills?: readonly SkillDefinition[]
  /** The manager that finds the skills that are files. Without it there are none. */
  readonly skillManager?: SkillManager
  /** `single`, the default, keeps one skill active at a time; `multi` keeps several. */
  readonly mode?: 'single' | 'multi'
  /** Rules for what may be called without asking. Those of the user's configuration apply too. */
  readonly policy?: Policy
  /** Asks the user for permission. Without it, calls that need permission are refused. */
  readonly approve?: AskPermission
  /**
   * Starts the servers of skills; `startServer` from `metier/workspace` does. Without it, skills that have servers
   * cannot be activated.
   */
  readonly startServer?: StartServer
  /**
   * Names of tools that the host offers itself. A tool from a skill's files with such a name, or one that looks like it,
   * gets a prefix.
   */
  readonly reservedNames?: readonly string[]
  /** The directory that the conversation is about; the current directory if left out. */
  readonly workdir?: string
  /** How long a skill's hook may take before it fails; 30 seconds if left out. */
  readonly hookMilliseconds?: number
  /**
   * Called with every event that is counted. `createMetricsFile` creates such a function. Errors it throws are ignored.
   */
  readonly onMetrics?: (event: MetricsEvent) => unknown
}

/** Programs without types get the name of the option that is wrong, before the first call that needs it. */
export function requireOptions(options: VirtualWorkspaceOptions): VirtualWorkspaceOptions {
  requireSpelling(options, Object.keys(OPTIONS))
  const { skillManager, skills = [], mode = 'single', policy } = options
  const mistake =
    (skillManager === undefined ? undefined : describeManagerMistake(skillManager)) ??
    describeSkills(skills) ??
    (['single', 'multi'].includes(mode) ? undefined : "'mode' must be 'single' or 'multi'") ??
    readPolicy(policy).problems[0]
  if (mistake !== undefined) throw new TypeError(`The options of the workspace are wrong: ${mistake}`)
  return options
}

const OPTIONS: Readonly<Record<keyof VirtualWorkspaceOptions, true>> = {
  name: true,
  skills: true,
  skillManager: true,
  mode: true,
  policy: true,
  approve: true,
  startServer: true,
  reservedNames: true,
  workdir: true,
  hookMilliseconds: true,
  onMetrics: true,
}

function describeSkills(skills: unknown): string | undefined {
  if (!Array.isArray(skills)) return "'skills' must be a list of skills from 'defineSkill'"
  const names = skills.map((skill: unknown) => (isRecord(skill) ? skill.name : undefined))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? undefined : `two of the 'skills' are named '${String(twice)}'`
}
