/** Sets or unsets one setting in a configuration file and reports the result. */

import { resolve } from 'node:path'
import { readConfiguration } from '../../../manager/settings/configuration.js'
import {
  fitSetting,
  isStored,
  reviewKey,
  settingAt,
  storeSetting,
  storeWithout,
} from '../../../manager/settings/setting-store.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import type { Result } from '../../../skill/failure.js'
import { nearestWords } from '../../../skill/text/nearest-words.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { refuseAgent } from '../../arguments/agent-option.js'
import { answer, type CommandOutcome, type Context, type Input, misuse, refuse } from '../../arguments/command.js'
import { describeSurroundings, findSurroundings, openRegistry } from '../../skills/open-skills.js'
import { type Line, styled } from '../../terminal/lines.js'
import { hideSecret, type KnownSetting, listSettings } from './known-settings.js'

/** One call of `metier config` that changes a setting. */
export interface SettingCall {
  readonly key: string
  /** The values after the key. */
  readonly words: readonly string[]
  readonly input: Input
  readonly context: Context
  readonly surroundings: Surroundings
}

/** Sets the setting to the value in the words. */
export async function setSetting(call: SettingCall): Promise<CommandOutcome> {
  const { key, input, surroundings } = call
  const fitting = fitSetting(key, toValue(toAbsolute(call)))
  if (!fitting.ok) {
    // A key that exists is not the mistake.
    const suggestions = reviewKey(key) === undefined ? [] : suggestKeys(listSettings(surroundings), key)
    return misuse(fitting.failure.message, suggestions)
  }
  const refused =
    refuseAgents(key, fitting.value) ??
    (await refusePatterns(call, fitting.value)) ??
    (await refuseKeys(key, fitting.value)) ??
    (input.flag('project') ? refuseWidening(key, fitting.value, surroundings) : undefined)
  if (refused !== undefined) return refused
  const changed = await change(call, (file) => storeSetting(file, key, fitting.value))
  return { ...changed, notes: [...(changed.notes ?? []), ...(await warnOfNames(call, fitting.value))] }
}

/** A root is typed relative to the working directory; the user's file has no such directory. */
function toAbsolute({ key, words, context }: SettingCall): readonly string[] {
  if (key !== 'skills.roots') return words
  return words.map((word) => (/^[~[]/.test(word) ? word : resolve(context.workdir, word)))
}

async function refusePatterns({ key, surroundings }: SettingCall, value: unknown): Promise<CommandOutcome | undefined> {
  const { refusePattern } = await import('../../../manager/settings/review-patterns.js')
  const failure = refusePattern(key, value, ['clawhub', ...Object.keys(surroundings.settings.registries)])
  return failure && misuse(failure.message, failure.suggestions)
}

async function refuseKeys(key: string, value: unknown): Promise<CommandOutcome | undefined> {
  if (key !== 'skills.trustedKeys' || !Array.isArray(value)) return undefined
  const { findUnreadableKey } = await import('../../../manager/store-operations/signers/review-trusted-keys.js')
  const unreadable = findUnreadableKey(value)
  return unreadable === undefined ? undefined : misuse(unreadable, ["Trust a key with 'metier trust key:FILE'."])
}

/** Skills that are not known yet may be disabled too, but a name can be mistyped. */
async function warnOfNames({ key, context }: SettingCall, value: unknown): Promise<readonly Line[]> {
  if (key !== 'skills.disabled' || !Array.isArray(value)) return []
  const { known } = await openRegistry(context, false)
  const names = known.situation().snapshot.skills.map(({ name }) => name)
  await known.close()
  return value
    .map((name) => String(name))
    .filter((name) => !names.includes(name.replace(/^project:/, '')))
    .map((name): Line => [styled('warning: ', 'yellow'), `no skill is called '${name}'`, ...suggestNames(names, name)])
}

function suggestNames(names: readonly string[], name: string): readonly string[] {
  const near = nearestWords(names, name)
  return near.length === 0 ? [] : [`; did you mean ${near.join(' or ')}?`]
}

/** Removes a setting, or some values of a list. */
export async function unsetSetting(call: SettingCall): Promise<CommandOutcome> {
  const { key, words, surroundings } = call
  const file = fileOf(call)
  const problem = reviewKey(key)
  // A mistyped key that is in the file can be removed from it.
  if (problem !== undefined && (file === undefined || !isStored(file, key)))
    return misuse(problem, suggestKeys(listSettings(surroundings), key))
  if (words.length === 0) return unsetWhole(call)
  const listed = settingAt(readConfiguration(file, []), key)
  if (listed !== undefined && !Array.isArray(listed))
    return misuse(`${key} is not a list, so '${words[0]}' cannot be removed from it`)
  const absent = words.find((word) => !listed?.includes(word))
  if (absent !== undefined) {
    return refuse(`'${absent}' is not in ${key} in ${file}`, adviseOnAbsent(call, absent))
  }
  return change(call, (target) => storeWithout(target, key, words))
}

function adviseOnAbsent({ key, surroundings }: SettingCall, absent: string): readonly string[] {
  const isDefault = key === 'skills.trustedSources' && surroundings.settings.trustedSources.includes(absent)
  return isDefault
    ? [`It is trusted by default. To stop trusting it: metier trust ${quoteForShell(absent)} --remove`]
    : [`See its values: metier config get ${quoteForShell(key)}`]
}

/** A setting that only the project has is not changed by unsetting it in the user's file. */
async function unsetWhole(call: SettingCall): Promise<CommandOutcome> {
  const { key, input, context, surroundings } = call
  const file = fileOf(call)
  if (file === undefined || isStored(file, key)) return change(call, (target) => storeSetting(target, key, undefined))
  const { projectConfiguration: project } = surroundings.place
  const isShared = project !== undefined && settingAt(readConfiguration(project, []), key) !== undefined
  if (!isShared || input.flag('project')) {
    const said: Line = [styled(key, 'bold'), ' is not set', styled(` (${file})`, 'dim')]
    return answer({ key, unset: true, changed: false, file }, () => [said], {
      notes: describeSurroundings(context, surroundings),
    })
  }
  return refuse(`${key} is not set in ${file}, but by the project in ${project}`, [
    `To unset it there: metier config unset ${quoteForShell(key)} --project`,
  ])
}

function fileOf({ input, surroundings: { place, settings } }: SettingCall): string | undefined {
  return input.flag('project') ? place.projectConfiguration : settings.file
}

type Store = (file: string) => Promise<Result<string>>

async function change(call: SettingCall, store: Store): Promise<CommandOutcome> {
  const { key, context } = call
  const file = fileOf(call)
  if (file === undefined) return refuse('no configuration file to write to', ['Pass one with --config FILE.'])
  const stored = await store(file)
  if (!stored.ok) return refuse(stored.failure.message, stored.failure.suggestions)
  const value = hideSecret(key, settingAt(readConfiguration(file, []), key))
  const json = { key, ...(value === undefined ? { unset: true } : { value }), file }
  const said = value === undefined ? ' is unset' : ` = ${JSON.stringify(value)}`
  const notes = describeSurroundings(context, findSurroundings(context, false))
  return answer(json, () => [[styled(key, 'bold'), said, styled(` (${file})`, 'dim')]], { notes })
}

/** Suggests keys that are similar to an unknown one. */
export function suggestKeys(settings: readonly KnownSetting[], key: string): readonly string[] {
  const near = nearestWords(
    settings.map((setting) => setting.key).filter((known) => known !== key),
    key,
  )
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  return [...meant, "Run 'metier config list' to see all keys."]
}

function toValue(words: readonly string[]): unknown {
  const [first = '', ...more] = words
  if (more.length > 0) return words
  try {
    const value: unknown = JSON.parse(first)
    return value
  } catch {
    return first
  }
}

/** An unknown agent in the list would be linked for without a word, and without an effect. */
function refuseAgents(key: string, value: unknown): CommandOutcome | undefined {
  return key === 'skills.agents' && Array.isArray(value) ? refuseAgent(value.map(String)) : undefined
}

/** Refuses a list of sources that the user does not trust, because it would leave none. An empty list is allowed. */
function refuseWidening(key: string, value: unknown, { place }: Surroundings): CommandOutcome | undefined {
  if (key !== 'skills.trustedSources' || !Array.isArray(value) || value.length === 0) return undefined
  const { trustedSources } = loadSettings({ user: place.userConfiguration, project: undefined })
  if (value.some((source) => trustedSources.includes(source))) return undefined
  return refuse(`a project can only narrow your trusted sources, and you do not trust ${value.join(', ')}`, [
    `Your trusted sources: ${trustedSources.join(', ')}`,
    `To trust them, run: ${value.map((source) => `metier trust ${quoteForShell(String(source))}`).join(' && ')}`,
  ])
}
