/** Why the store did not do something, for a person: what is wrong with each skill, and what to do next. */

import { dirname } from 'node:path'
import type { Answer } from '../../manager/answers.js'
import { findInstallRoot, type OperationOptions } from '../../manager/store-operations/store-context.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { folderOf, parseStoreName, splitVersion } from '../../store/slug.js'
import { isThere } from '../../system/files/files.js'
import { type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import type { OpenedSkills } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'
import { composeRestore, wordsFor } from './restore-command.js'
import { type NamedRow, nameWithRoot, type RootedRow } from './root-labels.js'
import { composeChanges, composeFindings } from './store-lines.js'
import type { Talk } from './store-talk.js'

/** The call that was refused: its words, where they led, and what was said meanwhile. */
interface StoreCall {
  readonly opened: OpenedSkills
  readonly input: Input
  readonly context: Context
  readonly options: OperationOptions
  readonly talk: Talk
}

export async function refuseGiven(given: Answer, call: StoreCall): Promise<CommandOutcome> {
  const { opened, input, talk } = call
  const { declined } = talk
  const several = severalOf(given)
  const isDeclined = ({ name }: Answer) => declined.has(splitVersion(String(name)).name)
  const failed = several.filter((skill) => !isDeclined(skill))
  const said = [...declined].map(([name, action]) => describeDeclined(several.length > 0 ? name : undefined, action))
  // A person's own no is no error, and needs no explanation.
  if (said.length > 0 && failed.length === 0) {
    return { exitCode: 1, json: given, lines: () => [], notes: [...opened.notes, ...said] }
  }
  const next = await suggestNext(call, given)
  const nameOf = nameWithRoot((given.skills ?? []) as readonly RootedRow[])
  const ofSeveral = failed.flatMap((skill) => explainOne(nameOf(skill as unknown as NamedRow), skill, call))
  const explained = [...explain(given, call), ...ofSeveral, ...said, ...next]
  return refuse(
    nameError(given, several.length > 0 ? undefined : nameTyped(input)),
    [...opened.notes, ...explained],
    given,
  )
}

function severalOf({ skills }: Answer): readonly Answer[] {
  return Array.isArray(skills) ? skills.filter((skill: Answer) => typeof skill.error === 'string') : []
}

const NOT_DONE: Readonly<Record<string, string>> = {
  install: 'Not installed',
  update: 'Not updated',
  rollback: 'Not rolled back',
}

function describeDeclined(name: string | undefined, action: string): Line {
  const what = NOT_DONE[action] ?? 'Not done'
  return name === undefined ? `${what}: you said no.` : `${name}: ${what.toLowerCase()}, you said no.`
}

/** The one argument, if it is one. */
function nameTyped({ pieces }: Input): string | undefined {
  const [first, ...others] = pieces.filter(({ option }) => option === undefined)
  return others.length === 0 ? first?.words[0] : undefined
}

/** The contract's words name no skill where the object beside them does, or where only one can be meant. */
function nameError({ error, name, source, reason }: Answer, typed: string | undefined): string {
  // What cannot be a source is refused as one that nobody trusts, but that is not what is wrong with it.
  if (typeof reason === 'string') return reason
  const text = String(error)
  const what = name ?? source ?? typed
  // Only where it stands as a name: `x` is in `exists` as well.
  const isNamed = text.includes(`'${what}'`) || text.endsWith(`: ${what}`)
  return typeof what !== 'string' || isNamed ? text : `${what}: ${text}`
}

function explain(given: Answer, call: StoreCall): readonly Line[] {
  const findings = Array.isArray(given.findings) ? composeFindings(given.findings) : []
  const changes = Array.isArray(given.changes) ? composeChanges(given.changes) : []
  return [...findings, ...changes, ...digestOf(given), ...placeOf(given, call), ...hintOf(given, call)]
}

/** One of several skills. */
function explainOne(name: string, skill: Answer, call: StoreCall): readonly Line[] {
  const indent = (line: Line): Line => (typeof line === 'string' ? `  ${line}` : ['  ', ...line])
  return [`${name}: ${skill.reason ?? skill.error}`, ...explain(skill, call).map(indent)]
}

/** What --digest takes; a warning's own command has it already. */
function digestOf({ severity, digest }: Answer): readonly Line[] {
  return severity === 'block' && typeof digest === 'string' ? [[styled(`The files refused: ${digest}`, 'dim')]] : []
}

/** The contract's hints speak to a model; at a terminal the same is an option. */
function hintOf(skill: Answer, call: StoreCall): readonly Line[] {
  const { hint, reason, local } = skill
  if (local === 'missing') return [`To bring back what the lock says: ${composeRestoreOf(skill, call)}`]
  if (local === 'changed') return [`To replace them (they are kept for a rollback): ${composeForce(skill, call)}`]
  if (typeof hint !== 'string' || hint === '' || typeof reason === 'string') return []
  return [hint.replace('force=true', '--force')]
}

function composeRestoreOf({ name, root }: Answer, { input, context, opened }: StoreCall): string {
  return composeRestore({ input, context, surroundings: opened }, String(root), [String(name)])
}

/** The words that were typed; where they meant all skills, those that mean this one. */
function composeForce({ name, root }: Answer, { input, context, opened }: StoreCall): string {
  const skill = String(name)
  if (nameTyped(input) !== undefined) return typeAgain(input, { skill, with: ['--force'] })
  const where = wordsFor({ context, surroundings: opened }, String(root))
  return typeAgain(input, { skill, without: ['project', 'root'], with: [...where, '--force'] })
}

/** The contract's answer has no place for where the other one is. */
function placeOf({ error, name }: Answer, { opened, options }: StoreCall): readonly Line[] {
  if (error !== 'skill exists') return []
  const wanted = splitVersion(String(name)).name
  const [parsed, root] = [parseStoreName(wanted), findInstallRoot(opened, options.project === true)]
  const folder = parsed.ok && root.ok ? folderOf(root.value.path, parsed.value) : undefined
  if (folder !== undefined && isThere(folder)) return [`It is in ${folder}`]
  const known = opened.skills.info(wanted)
  return 'path' in known ? [`It is in ${dirname(known.path)}`] : []
}

/** What to type next: the name that was meant, or how to trust a source. */
async function suggestNext({ opened, options }: StoreCall, given: Answer) {
  const untrusted = [given, ...((given.skills ?? []) as readonly Answer[])].find(isUntrusted)
  if (untrusted !== undefined) return [`If you trust it: metier trust ${quoteForShell(String(untrusted.source))}`]
  // What is installed says nothing about what a source has.
  const isFromSource = 'installed' in given && given.frozen !== true
  if (given.code !== 'skill_not_found' || typeof given.name !== 'string' || isFromSource) return []
  const { nearestNames } = await import('../../registry/search/nearest-names.js')
  const { skills: locked } = await opened.skills.locked(options)
  const names = (locked as readonly Answer[]).map(({ name }) => String(name))
  // Then it is something else of that skill that is not there.
  if (names.includes(given.name)) return []
  const near = nearestNames(names, given.name)
  return near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
}

/** Where the source itself is trusted, the reason says what is not. */
function isUntrusted({ error, reason, source }: Answer): boolean {
  return error === 'untrusted source' && reason === undefined && typeof source === 'string'
}
