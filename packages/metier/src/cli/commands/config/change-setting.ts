/** Puts one setting into a configuration file, or takes it away, and says what that means. */

import { readConfiguration } from '../../../manager/settings/configuration.js'
import { fitSetting, settingAt, storeSetting, storeWithout } from '../../../manager/settings/setting-store.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import type { Result } from '../../../skill/failure.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { answer, type CommandOutcome, type Context, type Input, misuse, refuse } from '../../arguments/command.js'
import { nearestWords } from '../../arguments/nearest-words.js'
import { describeSurroundings, findSurroundings } from '../../skills/open-skills.js'
import { styled } from '../../terminal/lines.js'
import { hideSecret, type KnownSetting, listSettings } from './known-settings.js'

/** One call of `metier config` that changes a setting. */
export interface SettingCall {
  readonly key: string
  /** The values behind the key. */
  readonly words: readonly string[]
  readonly input: Input
  readonly context: Context
  readonly surroundings: Surroundings
}

/** Writes the value that the words say. */
export async function setSetting(call: SettingCall): Promise<CommandOutcome> {
  const { key, words, input, surroundings } = call
  const fitting = fitSetting(key, toValue(words))
  if (!fitting.ok) return misuse(fitting.failure.message, suggestKeys(listSettings(surroundings), key))
  const refused = input.flag('project') ? refuseWidening(key, fitting.value, surroundings) : undefined
  if (refused !== undefined) return refused
  return change(call, (file) => storeSetting(file, key, fitting.value))
}

/** Takes a setting away, or only some values of a list. */
export async function unsetSetting(call: SettingCall): Promise<CommandOutcome> {
  const { key, words } = call
  if (words.length === 0) return change(call, (file) => storeSetting(file, key, undefined))
  const file = fileOf(call)
  const listed = settingAt(readConfiguration(file, []), key)
  if (listed !== undefined && !Array.isArray(listed)) return misuse(`${key} is no list to take ${words[0]} out of`)
  const absent = words.find((word) => !listed?.includes(word))
  if (absent !== undefined) {
    return refuse(`${absent} is not in ${key} of ${file}`, [`Run metier config get ${quoteForShell(key)}`])
  }
  return change(call, (target) => storeWithout(target, key, words))
}

function fileOf({ input, surroundings: { place, settings } }: SettingCall): string | undefined {
  return input.flag('project') ? place.projectConfiguration : settings.file
}

type Store = (file: string) => Promise<Result<string>>

async function change(call: SettingCall, store: Store): Promise<CommandOutcome> {
  const { key, context } = call
  const file = fileOf(call)
  if (file === undefined) return refuse('there is no file to keep it in', ['Name one with --config FILE.'])
  const stored = await store(file)
  if (!stored.ok) return refuse(stored.failure.message, stored.failure.suggestions)
  const value = hideSecret(key, settingAt(readConfiguration(file, []), key))
  const json = { key, ...(value === undefined ? { unset: true } : { value }), file }
  const said = value === undefined ? ' is unset' : ` = ${JSON.stringify(value)}`
  const notes = describeSurroundings(context, findSurroundings(context, false))
  return answer(json, () => [[styled(key, 'bold'), said, styled(` (${file})`, 'dim')]], { notes })
}

/** What may have been meant by a key. */
export function suggestKeys(settings: readonly KnownSetting[], key: string): readonly string[] {
  const near = nearestWords(
    settings.map((setting) => setting.key).filter((known) => known !== key),
    key,
  )
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  return [...meant, 'Run metier config list to see every key.']
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

/** A list of sources of which its user trusts none would leave none; an empty one says so itself and may stand. */
function refuseWidening(key: string, value: unknown, { place }: Surroundings): CommandOutcome | undefined {
  if (key !== 'skills.trustedSources' || !Array.isArray(value) || value.length === 0) return undefined
  const { trustedSources } = loadSettings({ user: place.userConfiguration, project: undefined })
  if (value.some((source) => trustedSources.includes(source))) return undefined
  return refuse(`a project may only narrow what its user trusts, and you trust nothing of ${value.join(', ')}`, [
    `You trust: ${trustedSources.join(', ')}`,
    `First run ${value.map((source) => `metier trust ${quoteForShell(String(source))}`).join(' and ')}`,
  ])
}
