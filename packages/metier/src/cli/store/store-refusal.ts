/** Explains why a store operation failed: what is wrong with each skill, and what to do next. */

import type { StoreRefusal } from '../../contracts/store-outcomes.js'
import type { AcceptCommand } from '../../contracts/store-refusals.js'
import type { SkillWriter } from '../../manager/skill-writer.js'
import { wordsForPlace } from '../../manager/store-operations/locate-installed.js'
import type { OperationOptions } from '../../manager/store-operations/store-context.js'
import type { InstalledPlace } from '../../store/refusal.js'
import { splitVersion } from '../../store/slug.js'
import { type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { typeAgain, whereOf } from '../arguments/typed-again.js'
import type { OpenedSkills } from '../skills/open-skills.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { adviseOnExisting, describeExisting } from './existing-skill.js'
import { composeReplace, composeRestore, wordsFor } from './restore-command.js'
import { composePrivate } from './standing-lines.js'
import { composeChanges, composeFindings, composeGaps } from './store-lines.js'
import type { Question, Talk } from './store-talk.js'
import { adviseOnTrust } from './trust-advice.js'

/** A failed call: it was refused as a whole, or it failed for some of several skills. */
export type StoreFailure =
  | {
      readonly refusal: StoreRefusal
      /** What to know before what to do next. */
      readonly notes?: readonly Line[] | undefined
    }
  | {
      readonly error: string
      /** What to do about the lockfiles that could not be read. */
      readonly hint?: string
      /** True if the words were wrong, not what they asked for. */
      readonly isMisuse?: boolean
      /** What to do next. */
      readonly notes?: readonly Line[]
      readonly failed: readonly FailedSkill[]
    }

/** One skill that failed. */
interface FailedSkill {
  readonly skill: string
  /** The name as it is shown, with its root if there are several. */
  readonly label: string
  readonly refusal: StoreRefusal
}

/** The call that failed. */
interface FailedCall {
  readonly opened: OpenedSkills
  readonly writer: SkillWriter
  readonly input: Input
  readonly context: Context
  readonly options: OperationOptions
  readonly talk: Talk
  readonly accept: AcceptCommand
  readonly isFromSource: boolean
}

export async function refuseFailure(failure: StoreFailure, json: object, call: FailedCall): Promise<CommandOutcome> {
  const { notes } = call.opened
  const { declined } = call.talk
  const several = 'refusal' in failure ? [] : failure.failed
  const failed = several.filter((one) => !declined.some((question) => isAbout(question, one)))
  const said = declined.map(({ skill, action }) => describeDeclined(several.length > 0 ? skill : undefined, action))
  // If the user says no, that is not an error.
  if (said.length > 0 && failed.length === 0) {
    return { exitCode: 1, json, lines: () => [], notes: [...notes, ...said] }
  }
  const next = await suggestNext(failure, call)
  const explained = [
    ...explainWhole(failure, call),
    ...failed.flatMap((one) => explainOne(one, call)),
    ...said,
    ...next,
  ]
  const refused = refuse(describeWhole(failure, call.input), [...explained, ...notes], json)
  return 'isMisuse' in failure && failure.isMisuse ? { ...refused, exitCode: 2 } : refused
}

/** A skill that was asked for by its path has another name in the question, but the same files. */
function isAbout({ skill, digest }: Question, failed: FailedSkill): boolean {
  const { unaccepted } = failed.refusal.details ?? {}
  return skill === splitVersion(failed.skill).name || (digest !== undefined && digest === unaccepted?.digest)
}

const NOT_DONE: Readonly<Record<string, string>> = {
  install: 'Not installed',
  update: 'Not updated',
  rollback: 'Not rolled back',
  remove: 'Not removed',
}

function describeDeclined(name: string | undefined, action: string): Line {
  const what = NOT_DONE[action] ?? 'Not done'
  return name === undefined ? `${what}: you declined.` : `${name}: ${what.toLowerCase()}, you declined.`
}

/** The one argument, if it is one. */
function nameTyped({ pieces }: Input): string | undefined {
  const [first, ...others] = pieces.filter(({ option }) => option === undefined)
  return others.length === 0 ? first?.words[0] : undefined
}

/** The error, with the skill or source if there is only one. */
function describeWhole(failure: StoreFailure, input: Input): string {
  const typed = nameTyped(input)
  if (!('refusal' in failure)) return withName(failure.error, failure.failed.length > 0 ? undefined : typed)
  const { refusal } = failure
  if (isLedAstray(refusal)) return describeRefusal(refusal)
  const { skill = typed, source = refusal.details?.untrusted ?? skill } = refusal
  return withName(describeRefusal(refusal), isUntrusted(refusal) ? source : skill)
}

/** Most messages name the skill themselves. */
function withName(text: string, name: string | undefined): string {
  // Only as a name: `x` is in `exists` as well.
  const isNamed = name === undefined || text.includes(`'${name}'`) || text.endsWith(`: ${name}`)
  return isNamed ? text : `${name}: ${text}`
}

function describeRefusal(refusal: StoreRefusal): string {
  const { failure, details } = refusal
  if (isLedAstray(refusal)) return [failure.message, ...failure.suggestions].join('. ')
  if (isUntrusted(refusal)) return 'untrusted source'
  if (details?.path !== undefined) return 'skill exists'
  if (details?.unaccepted !== undefined) return describeWarnings(refusal)
  return isScanned(refusal) ? 'dangerous pattern detected' : failure.message
}

/** A warning is not a block: it says what was found, and the advice says how to accept it. */
function describeWarnings({ details }: StoreRefusal): string {
  const { findings = [], unaccepted } = details ?? {}
  const patterns = [...new Set(findings.filter(({ severity }) => severity !== 'note').map(({ pattern }) => pattern))]
  const what = NOT_DONE[unaccepted?.action ?? '']?.toLowerCase() ?? 'not done'
  return `${what}: the scan warns of ${patterns.join(', ')}`
}

/** The named source is not trusted. */
function isUntrusted({ details }: StoreRefusal): boolean {
  return details?.source === 'untrusted'
}

/** The named source is trusted and leads to one that is not, or it cannot be a source. */
function isLedAstray(refusal: StoreRefusal): boolean {
  return refusal.failure.code === 'source_untrusted' && !isUntrusted(refusal)
}

/** False if a registry blocked the skill before there was anything to scan. */
function isScanned({ failure, details }: StoreRefusal): boolean {
  return failure.code === 'scan_blocked' && details?.findings?.[0] !== undefined
}

function explainWhole(failure: StoreFailure, call: FailedCall): readonly Line[] {
  if ('refusal' in failure) return [...(failure.notes ?? []), ...explain(failure.refusal, call)]
  return [...(failure.hint === undefined ? [] : [failure.hint]), ...(failure.notes ?? [])]
}

function explainOne({ label, refusal }: FailedSkill, call: FailedCall): readonly Line[] {
  const indent = (line: Line): Line => ['  ', ...(typeof line === 'string' ? say(line) : line)]
  const { untrusted } = refusal.details ?? {}
  const which = isUntrusted(refusal) && untrusted !== undefined ? `: ${untrusted}` : ''
  return [`${label}: ${describeRefusal(refusal)}${which}`, ...explain(refusal, call).map(indent)]
}

function explain(refusal: StoreRefusal, call: FailedCall): readonly Line[] {
  const { findings = [], changes = [], digest, path, local, review, goneFrom } = refusal.details ?? {}
  const isBlocked = findings[0]?.severity === 'block' && digest !== undefined
  return [
    ...composeFindings(findings),
    ...composeGaps(review),
    // The message about local changes names them.
    ...composeChanges(local === 'changed' ? [] : changes),
    ...(isBlocked ? composeBlocked(refusal, call) : []),
    ...(path === undefined ? [] : [describeExisting(path, refusal.details ?? {})]),
    ...(goneFrom === undefined ? [] : composePrivate([goneFrom], call.opened)),
    ...adviseOn(refusal, call),
  ]
}

/** What the rules mean, and the command that ignores them. */
function composeBlocked(
  { skill = '', details: { findings = [], digest = '' } = {} }: StoreRefusal,
  { input }: FailedCall,
): readonly Line[] {
  const rules = [...new Set(findings.filter(({ severity }) => severity === 'block').map(({ rule }) => rule))]
  const decision = ['allow-rule', 'digest']
  const words = [...rules.flatMap((rule) => ['--allow-rule', rule]), '--digest', digest]
  const isOne = nameTyped(input) !== undefined
  const again = typeAgain(input, { without: decision, with: words, ...(!isOne && { skill }) })
  return [
    ['To see what the rule means: ', styled(`metier audit --explain ${rules[0]}`, 'cyan')],
    [
      styled(`If you have read the files and accept ${rules.length === 1 ? 'the rule' : 'the rules'}: `, 'dim'),
      styled(again, 'cyan'),
    ],
  ]
}

function adviseOn(refusal: StoreRefusal, call: FailedCall): readonly Line[] {
  const { failure, details = {} } = refusal
  const { local, path, unaccepted, places } = details
  if (places !== undefined) return composePlaces(places, call)
  if (details.keptIn !== undefined) return [say(composeRollback(details.keptIn, call))]
  if (local === 'missing') {
    const current = `To install what its source has now: ${composeForce(refusal, call)}`
    return [`To restore it from the lockfile: ${composeRestoreOf(refusal, call)}`, current]
  }
  if (local === 'changed')
    return [`To replace your changes (rollback can restore them): ${composeForce(refusal, call)}`]
  if (details.isMovedOn === true) return composeMovedOn(refusal, call)
  // The command that trusts the source comes last, once for all skills.
  if (isUntrusted(refusal)) return failure.suggestions
  if (path !== undefined) return adviseOnExisting(refusal, call.input)
  if (unaccepted !== undefined) {
    const how = 'Add --yes to accept all warnings. To accept those about exactly these files, run'
    return [say(`${how}: ${call.accept(unaccepted)}`)]
  }
  const isSaid = isLedAstray(refusal) || (failure.code === 'scan_blocked' && !isScanned(refusal))
  return isSaid || failure.suggestions.length === 0 ? [] : failure.suggestions.map((each) => say(each))
}

function composePlaces(places: readonly InstalledPlace[], { input }: FailedCall): readonly Line[] {
  const commands = places.map((place) => typeAgain(input, { without: ['root'], with: wordsForPlace(place, places) }))
  return [
    places.length === 1 ? 'To use the installed one:' : 'Choose one:',
    ...commands.map((command): Line => ['  ', styled(command, 'cyan')]),
  ]
}

/** The last suggestion is the command, which needs the options of its root. */
function composeMovedOn({ failure, skill = '', root = '' }: StoreRefusal, call: FailedCall): readonly Line[] {
  const { input, context, opened: surroundings } = call
  const command = composeReplace({ input, context, surroundings }, { root, name: skill }, [])
  return [
    ...failure.suggestions.slice(0, -1).map((each) => say(each)),
    'To install the version that the source has now (rollback can restore the current files):',
    ['  ', styled(command, 'cyan')],
  ]
}

/** With the options that were typed, or those that its place needs if there are several. */
function composeRollback(places: readonly InstalledPlace[], { input }: FailedCall): string {
  const [first] = places
  const where = whereOf(input)
  const words = first === undefined || places.length === 1 ? [] : wordsForPlace(first, places)
  const change = { skill: first?.name ?? '', with: where.length > 0 ? [] : words }
  return `To restore its last version, run '${typeAgain({ command: 'rollback', pieces: where }, change)}'.`
}

function composeRestoreOf({ skill = '', root = '' }: StoreRefusal, { input, context, opened }: FailedCall): string {
  return composeRestore({ input, context, surroundings: opened }, root, [skill])
}

/** The same command with --force, for this skill only. */
function composeForce({ skill = '', root = '' }: StoreRefusal, { input, context, opened }: FailedCall): string {
  if (nameTyped(input) !== undefined) return typeAgain(input, { skill, with: ['--force'] })
  const where = wordsFor({ context, surroundings: opened }, root)
  return typeAgain(input, { skill, without: ['project', 'root', 'plugin'], with: [...where, '--force'] })
}

/** Suggests how to trust a source, or the name that was meant. */
async function suggestNext(failure: StoreFailure, call: FailedCall): Promise<readonly Line[]> {
  const refusals = 'refusal' in failure ? [failure.refusal] : failure.failed.map(({ refusal }) => refusal)
  const untrusted = new Map(
    refusals.filter(isUntrusted).flatMap(({ source, details: { untrusted: identity } = {} }) => {
      return identity === undefined ? [] : [[identity, source] as const]
    }),
  )
  if (untrusted.size > 0)
    return [...untrusted].flatMap(([identity, typed]) => adviseOnTrust(call.opened, identity, typed))
  // Installed skills say nothing about the skills of a source.
  return 'refusal' in failure && !call.isFromSource ? suggestNames(failure.refusal, call) : []
}

async function suggestNames({ failure, skill }: StoreRefusal, call: FailedCall): Promise<readonly Line[]> {
  if (failure.code !== 'skill_not_found' || skill === undefined) return []
  const { nearestNames } = await import('../../registry/search/nearest-names.js')
  const locked = await call.writer.locked(call.options)
  const names = locked.skills.map(({ name }) => name)
  // The name is right: the requested version was not found.
  if (names.includes(skill)) return []
  const near = nearestNames(names, skill)
  return near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
}
