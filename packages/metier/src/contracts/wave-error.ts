/** Why a skill was not invoked, as the object and the texts of the Wave contract. */

import type { SkillRefusal } from '../registry/resolve-skill.js'
import type { FailureCode } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { isConformantName, isSafeName, suggestConformantName } from '../skill/name.js'
import { showName } from '../skill/text/show-name.js'
import { composeLine, type SkillListEntry } from './skill-list.js'

/** The error types of the contract. */
export type SkillErrorType =
  | 'skill_not_found'
  | 'skill_invalid'
  | 'skill_inaccessible'
  | 'skill_malformed'
  | 'system_error'

/** Why a skill was not invoked. */
export interface SkillErrorDetails {
  readonly type: SkillErrorType
  readonly skillName?: string
  readonly message: string
  readonly suggestions?: string[]
  readonly availableSkills?: string[]
}

/** The skills that can be used: the names to show, and the total number. */
export interface Available {
  readonly named: readonly AvailableSkill[]
  readonly count: number
}

/** A skill that the tool lists for a model. */
export interface AvailableSkill extends SkillListEntry {
  /** Its SKILL.md, if it is a file. */
  readonly path?: string
}

/** More names would bury the answer. */
const MOST_NAMED = 50

export function countAvailable(skills: readonly AvailableSkill[]): Available {
  return { named: skills.slice(0, MOST_NAMED), count: skills.length }
}

/** Leaves out the skill of one file: a skill that has just failed is not an alternative. */
export function leaveOut({ named, count }: Available, file: string): Available {
  const others = named.filter(({ path }) => path !== file)
  return { named: others, count: count - (named.length - others.length) }
}

/** Converts a refusal to the contract's object. */
export function toErrorDetails(name: string, refusal: SkillRefusal, available: Available): SkillErrorDetails {
  const isNameWrong = refusal.code === 'skill_not_found' && !isPossibleName(name)
  const type = isNameWrong ? 'skill_invalid' : TYPES[refusal.code]
  return {
    type,
    skillName: name,
    message: isNameWrong ? describeName(name) : composeMessage(type, refusal),
    suggestions: suggest(name, refusal, isNameWrong),
    availableSkills: available.named.map((skill) => skill.name),
  }
}

/** The contract's text for a name that is not found has no place for these. */
function suggest(name: string, { code, suggestions }: SkillRefusal, isNameWrong: boolean): string[] {
  if (isNameWrong) return [...suggestions, NAME_RULE]
  const better = code === 'skill_not_found' && !isConformantName(name) ? suggestConformantName(name) : undefined
  return better === undefined ? [...suggestions] : [...suggestions, `${NAME_RULE}: ${better}`]
}

/** Composes the text for the model. */
export function composeError(details: SkillErrorDetails, available: Available): string {
  return COMPOSERS[details.type](details, listAvailable(available)).join('\n')
}

/** The contract has five types; ineligible and disabled skills are `skill_invalid`. */
const TYPES: Readonly<Record<FailureCode, SkillErrorType>> = {
  skill_not_found: 'skill_not_found',
  skill_invalid: 'skill_invalid',
  skill_inaccessible: 'skill_inaccessible',
  skill_malformed: 'skill_malformed',
  skill_ineligible: 'skill_invalid',
  skill_disabled: 'skill_invalid',
  limit_exceeded: 'skill_invalid',
  source_untrusted: 'system_error',
  scan_blocked: 'system_error',
  skill_exists: 'system_error',
  skill_ambiguous: 'system_error',
  integrity_mismatch: 'system_error',
  signature_invalid: 'system_error',
  key_invalid: 'system_error',
  source_unavailable: 'system_error',
  system_error: 'system_error',
}

/** Whether a name could be a skill's name. A known skill with an unusual name is found before this check. */
function isPossibleName(name: string): boolean {
  return isSafeName(name) && name.length <= LIMITS.nameLength
}

const NAME_RULE = `Use lowercase letters, digits and hyphens only, at most ${LIMITS.nameLength} characters`

function describeName(name: string): string {
  if (name === '') return 'skill_name is required and must be text'
  if (name.length > LIMITS.nameLength) return `The name has ${name.length} characters, more than ${LIMITS.nameLength}`
  return 'The name has characters that no skill name may have'
}

/** Appends the suggestions to the message if the contract's text has no place for them. */
function composeMessage(type: SkillErrorType, { message, reasons, suggestions }: SkillRefusal): string {
  if (type === 'skill_invalid') return reasons.join('; ')
  if (type === 'skill_not_found') return message
  return [reasons.join('; '), ...suggestions].join('. ')
}

type Composer = (details: SkillErrorDetails, available: readonly string[]) => readonly string[]

const COMPOSERS: Readonly<Record<SkillErrorType, Composer>> = {
  skill_not_found: composeNotFound,
  skill_invalid: composeInvalid,
  skill_inaccessible: composeOther,
  skill_malformed: composeOther,
  system_error: composeOther,
}

/** Composes the contract's text, to the letter: suggestions are in the details only. */
function composeNotFound({ skillName = '' }: SkillErrorDetails, available: readonly string[]) {
  const name = showName(skillName)
  return [
    `Skill '${name}' not found.`,
    '',
    'Available skills:',
    ...available,
    '',
    'To create this skill:',
    `1. Create directory ~/.wave/skills/${name}/`,
    '2. Add SKILL.md file with proper YAML frontmatter',
  ]
}

/** Composes the contract's text for an invalid skill. */
function composeInvalid({ skillName = '', message, suggestions = [] }: SkillErrorDetails) {
  return [
    `Skill '${showName(skillName)}' is invalid: ${message}`,
    '',
    'Fix by:',
    ...suggestions.map((fix) => `- ${fix}`),
    '',
    'Skill will be available after fixing these issues.',
  ]
}

/** Composes the contract's text for every other error. */
function composeOther({ skillName = '', message }: SkillErrorDetails, available: readonly string[]) {
  return [`Error invoking skill '${showName(skillName)}': ${message}`, '', 'Available skills:', ...available]
}

function listAvailable({ named, count }: Available): readonly string[] {
  const lines = named.map((skill) => composeLine(skill))
  const left = count - lines.length
  return left > 0 ? [...lines, `… and ${left} more`] : lines
}
