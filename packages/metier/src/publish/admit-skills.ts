/** Decides whether the skills of a directory may go out: all of them, or none. */

import type { Failure } from '../skill/failure.js'
import { type CollectOptions, collectSkills, type ExaminedSkill } from './collect-skills.js'
import type { SkillRelease } from './skill-release.js'

export interface AdmissionRequest extends CollectOptions {
  /** The directory with the skills. */
  readonly directory: string
  /** Asked if the scan warns. */
  readonly acceptWarnings: (skills: readonly ExaminedSkill[]) => Promise<boolean>
}

/** Why nothing was published. */
export type AdmissionRefusal =
  | { readonly code: 'empty' }
  | { readonly code: 'refused'; readonly skills: readonly ExaminedSkill[] }
  | { readonly code: 'not_accepted'; readonly skills: readonly ExaminedSkill[] }
  | { readonly code: 'failed'; readonly failure: Failure }

export interface AdmittedSkills {
  readonly code: 'admitted'
  readonly skills: readonly ExaminedSkill[]
  readonly releases: readonly SkillRelease[]
}

export async function admitSkills(request: AdmissionRequest): Promise<AdmittedSkills | AdmissionRefusal> {
  const collected = await collectSkills(request.directory, request)
  if (!collected.ok) return { code: 'failed', failure: collected.failure }
  const skills = collected.value
  if (skills.length === 0) return { code: 'empty' }
  const refused = skills.filter(({ outcome }) => !outcome.ok)
  if (refused.length > 0) return { code: 'refused', skills: refused }
  const warned = skills.filter(({ findings }) => findings.some(({ severity }) => severity === 'warn'))
  if (warned.length > 0 && !(await request.acceptWarnings(warned))) return { code: 'not_accepted', skills: warned }
  return { code: 'admitted', skills, releases: skills.flatMap(({ outcome }) => (outcome.ok ? [outcome.release] : [])) }
}
