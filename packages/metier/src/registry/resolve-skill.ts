/** Decides whether a skill may be used; if not, says why and what would help. Every tool depends on it. */

import type { MissingRequirements } from '../eligibility/assess.js'
import { type Diagnostic, type DiagnosticCode, levelBroken } from '../skill/diagnostic.js'
import type { Failure, FailureCode } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { LONGEST_SHOWN, showName } from '../skill/text/show-name.js'
import { fileOf, hasTrait, type SkillRecord } from './record/skill-record.js'
import { registeredSkill } from './registered-skill.js'
import { nearestNames } from './search/nearest-names.js'
import { isOffered, isSwitchedOff, isUsable, type Situation } from './situation.js'
import { diagnosticsOf, findRefused, findSkill } from './snapshot.js'

/** Why a skill may not be used: `message` is a whole sentence, `reasons` are its parts without the skill's name. */
export interface SkillRefusal extends Failure {
  readonly reasons: readonly string[]
}

/** A skill, or why it cannot be used. */
export type Resolution =
  | { readonly ok: true; readonly value: SkillRecord }
  | { readonly ok: false; readonly failure: SkillRefusal }

/** Resolves a name or qualified name to a skill that a model may use; otherwise says why not and what would help. */
export function resolveSkill(situation: Situation, name: string): Resolution {
  const { snapshot, disabled } = situation
  const record = findSkill(snapshot, name)
  if (record === undefined) {
    if (situation.set?.isOutside(name)) return refuseOutside(name, situation.set.name)
    const broken = findRefused(snapshot, name)
    return broken === undefined ? refuseUnknown(name, offeredNames(situation)) : refuseBroken(broken, name)
  }
  if (!isSwitchedOff(record, disabled) && !hasTrait(record, 'modelInvocable')) return refuseModel(record)
  if (isUsable(record, situation)) return { ok: true, value: record }
  const { reasons, fixes } = registeredSkill(record, situation)
  if (situation.withheld.has(record.name)) {
    const advice = fixes.map((command) => `Review and approve it: ${command}`)
    return refuse('skill_disabled', `Skill '${record.name}' is not approved`, reasons, advice)
  }
  if (isSwitchedOff(record, disabled)) {
    return refuse('skill_disabled', `Skill '${record.name}' is disabled`, reasons, fixes)
  }
  const message = `Skill '${record.name}' cannot be used here: ${reasons.join('; ')}`
  return refuse('skill_ineligible', message, reasons, [
    ...fixes,
    ...adviseOn(situation.assessor.assess(record).missing, fixes),
  ])
}

/** A skill that exists, but not in the set that was chosen. */
function refuseOutside(name: string, set: string): Resolution {
  const reason = `Not in the set '${set}'`
  return refuse(
    'skill_disabled',
    `Skill '${name}' is not in the set '${set}'`,
    [reason],
    [`Add it to the set: metier sets ${quoteForShell(set)} --add ${quoteForShell(name)}`],
  )
}

/** Refuses an unknown name, and suggests similar ones. */
export function refuseUnknown(
  name: string,
  names: readonly string[],
): { readonly ok: false; readonly failure: SkillRefusal } {
  const meant = nearestNames(names, name.slice(0, LONGEST_SHOWN)).map((near) => `Did you mean '${near}'?`)
  return refuse('skill_not_found', `Skill '${showName(name)}' not found`, ['not found'], meant)
}

function offeredNames(situation: Situation): readonly string[] {
  const offered = situation.snapshot.skills.filter((record) => isOffered(record, situation))
  return offered.map(({ name }) => name)
}

function refuse(code: FailureCode, message: string, reasons: readonly string[], suggestions: readonly string[]) {
  return { ok: false, failure: { code, message, reasons, suggestions } } as const
}

function refuseModel(record: SkillRecord): Resolution {
  const reason = 'Only users may invoke it (disable-model-invocation)'
  return refuse(
    'skill_disabled',
    `Skill '${record.name}' is not for models: ${reason}`,
    [reason],
    ['Ask the user to start it', `Remove disable-model-invocation from ${fileOf(record)}`],
  )
}

/** The diagnostics with a more specific code. A skill that only strict mode refuses is invalid. */
const CODES: Partial<Record<DiagnosticCode, FailureCode>> = {
  file_unreadable: 'skill_inaccessible',
  file_not_regular: 'skill_inaccessible',
  link_leaves_skill: 'skill_inaccessible',
  link_broken: 'skill_inaccessible',
  frontmatter_malformed: 'skill_malformed',
  frontmatter_repaired: 'skill_malformed',
  encoding_invalid: 'skill_malformed',
}

/** A skill that is unsafe, or does not conform in strict mode. */
function refuseBroken(record: SkillRecord, name: string): Resolution {
  const all = diagnosticsOf(record)
  const broken = all.filter(({ code }) => levelBroken(code) !== undefined || CODES[code] !== undefined)
  const code = broken.map((diagnostic) => CODES[diagnostic.code]).find((found) => found !== undefined)
  // The others may only follow from what the code says.
  const ordered = broken.toSorted((a, b) => Number(CODES[b.code] === code) - Number(CODES[a.code] === code))
  const reasons = (ordered.length > 0 ? ordered : all).map(({ message }) => message)
  const fixes = new Set(ordered.map((diagnostic) => diagnostic.suggestion ?? adviseFixing(diagnostic, record)))
  const message = `Skill '${name}' is invalid: ${reasons.join('; ')}`
  return refuse(code ?? 'skill_invalid', message, reasons, [...fixes])
}

function adviseFixing({ file, line }: Diagnostic, record: SkillRecord): string {
  return `Fix ${file ?? fileOf(record)}, line ${line}`
}

/** Advice for requirements that no command can install. */
function adviseOn(missing: MissingRequirements, commands: readonly string[]): readonly string[] {
  if (missing.os.length > 0 || missing.arch.length > 0)
    return ['Run the agent on a machine that meets these requirements']
  const programs = commands.length > 0 ? [] : missing.bins.map((name) => `Install ${name} and put it on PATH`)
  const oneOf =
    commands.length > 0 || missing.anyBins.length === 0 ? [] : [`Install one of ${missing.anyBins.join(', ')}`]
  return [
    ...programs,
    ...oneOf,
    ...missing.env.map((name) => `Set the environment variable ${name}`),
    ...missing.config.map((path) => `Set ${path} in the configuration`),
    ...missing.tools.map((name) => `Give the agent the tool ${name}`),
    ...missing.skills.map((name) => `Install the skill ${name}`),
  ]
}
