/** What is active, as a value that can be stored: the same skills give the same tools in another process. */

import type { ActiveSkills } from './activation/activation.js'
import type { SwitchResult } from './activation/switch-result.js'

/** What is active in a workspace, as plain JSON. */
export interface WorkspaceState {
  readonly version: 1
  readonly mode: 'single' | 'multi'
  /** The skills that were activated by name, the latest last. */
  readonly skills: readonly { readonly name: string; readonly digest: string }[]
}

/** A skill that did not come back as it was. */
export interface StateProblem {
  readonly skill: string
  /** A `changed` skill is active again; a `vanished` or `failed` one is not. */
  readonly problem: 'vanished' | 'changed' | 'failed'
  readonly message: string
}

/** The result of `importState` and `refresh`. */
export interface ImportResult {
  /** Whether nothing has changed. */
  readonly success: boolean
  readonly message: string
  readonly problems: readonly StateProblem[]
}

/** Describes what is active. */
export function describeState({ requested, activations }: ActiveSkills, mode: WorkspaceState['mode']): WorkspaceState {
  const digests = new Map(activations.map(({ name, digest }) => [name, digest]))
  return { version: 1, mode, skills: requested.map((name) => ({ name, digest: digests.get(name) ?? '' })) }
}

/** What an import needs of a workspace. */
export interface ImportContext {
  activate(name: string): Promise<SwitchResult>
  /** Deactivates one skill, or all of them without a name. */
  deactivate(name?: string): Promise<unknown>
  /** The digests of everything that is active now, by name. */
  digests(): ReadonlyMap<string, string>
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal | undefined
}

/** Activates the skills of a state. A skill that is gone, changed or refused is reported. */
export async function importState(state: unknown, importing: ImportContext): Promise<ImportResult> {
  const kept = readState(state)
  if (kept === undefined) return { success: false, message: 'Not an exported workspace state', problems: [] }
  if (importing.signal?.aborted) return summarise([], importing.signal)
  await importing.deactivate()
  const problems: StateProblem[] = []
  for (const { name, digest } of kept) {
    const problem = describeReturn(name, digest, await importing.activate(name), importing)
    if (problem !== undefined) problems.push(problem)
  }
  // In single mode, activating one skill deactivates the one before.
  const told = problems.filter(({ problem }) => problem !== 'changed').map(({ skill }) => skill)
  const replaced = kept.filter(({ name }) => !told.includes(name) && !importing.digests().has(name))
  const others = problems.filter(({ skill }) => !replaced.some(({ name }) => name === skill))
  return summarise([...others, ...replaced.map(({ name }) => describeReplaced(name))], importing.signal)
}

function describeReplaced(skill: string): StateProblem {
  return {
    skill,
    problem: 'failed',
    message: `Skill '${skill}' is not active: this workspace allows one active skill at a time`,
  }
}

/**
 * Checks every active skill again, including those that others need. One that is gone or refused is deactivated, one
 * that changed is activated again. If it is aborted, the others stay as they are.
 */
export async function refreshState(state: WorkspaceState, importing: ImportContext): Promise<ImportResult> {
  const before = importing.digests()
  const problems: StateProblem[] = []
  for (const { name, digest } of state.skills) {
    const problem = describeReturn(name, digest, await importing.activate(name), importing)
    if (importing.signal?.aborted) break
    if (problem === undefined || problem.problem === 'changed') continue
    problems.push(problem)
    await importing.deactivate(name)
  }
  const changed = [...importing.digests()].filter(([name, digest]) => (before.get(name) ?? digest) !== digest)
  return summarise([...problems, ...changed.map(([name]) => describeChanged(name))], importing.signal)
}

function describeChanged(skill: string): StateProblem {
  return { skill, problem: 'changed', message: `Skill '${skill}' has changed` }
}

function summarise(problems: readonly StateProblem[], signal: AbortSignal | undefined): ImportResult {
  const told = [...(signal?.aborted ? ['The operation was aborted'] : []), ...problems.map(({ message }) => message)]
  return { success: told.length === 0, message: told.join('; ') || 'Nothing has changed', problems }
}

function describeReturn(
  skill: string,
  digest: string,
  { success, message, failure }: SwitchResult,
  importing: ImportContext,
): StateProblem | undefined {
  if (!success) return { skill, problem: failure?.code === 'skill_not_found' ? 'vanished' : 'failed', message }
  return importing.digests().get(skill) === digest ? undefined : describeChanged(skill)
}

/** The stored value may be anything. */
function readState(value: unknown): WorkspaceState['skills'] | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) return undefined
  const skills: unknown = 'skills' in value ? value.skills : undefined
  if (!Array.isArray(skills)) return undefined
  const read = skills.filter(isKept)
  return read.length === skills.length ? read : undefined
}

function isKept(skill: unknown): skill is WorkspaceState['skills'][number] {
  if (typeof skill !== 'object' || skill === null || !('name' in skill) || !('digest' in skill)) return false
  return typeof skill.name === 'string' && typeof skill.digest === 'string'
}
