import { settingAt } from '../../../manager/settings/setting-store.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { answer, type Command, type CommandOutcome, misuse, refuse } from '../../arguments/command.js'
import { describeSurroundings, findSurroundings } from '../../skills/open-skills.js'
import { type Line, styled } from '../../terminal/lines.js'
import { setSetting, suggestKeys, unsetSetting } from './change-setting.js'
import { type KnownSetting, listSettings } from './known-settings.js'

export const command: Command = {
  name: 'config',
  summary: 'Show and change settings',
  details: [
    'list shows all settings and where they come from; get shows one. set writes a setting to the user configuration, or with --project to the project configuration, which can restrict what you allow but not extend it. unset removes a setting, or with VALUE, one value of a list.',
    'The parts of a key are separated by dots: skills.trustProject, skills.entries.pdf.enabled, limits.walkDepth. In skills.entries, a plain name means your own skill and project:NAME a skill of the project. A value is JSON or plain text; several values make a list.',
  ],
  arguments: [
    {
      name: 'ACTION',
      summary: 'What to do (default: list)',
      isOptional: true,
      values: ['list', 'get', 'set', 'unset'],
    },
    { name: 'KEY', summary: 'Key of the setting', isOptional: true, completes: 'settings' },
    {
      name: 'VALUE',
      summary: 'New value, or the value to remove',
      isOptional: true,
      isRepeated: true,
      completes: 'settingValues',
    },
  ],
  options: [{ name: 'project', kind: 'flag', summary: "Change the project's configuration" }],
  mayLack: ['config', 'root'],
  examples: [
    { line: 'metier config list', summary: 'List all settings and where they come from' },
    { line: 'metier config get skills.trustedSources', summary: 'Show one setting' },
    { line: 'metier config set skills.trustProject ask', summary: 'Ask before using the skills of a project' },
    {
      line: 'metier config unset skills.disabled pdf --project',
      summary: 'Remove a skill from the disabled list of the project',
    },
    {
      line: 'metier config set skills.roots ~/team-skills ~/more-skills',
      summary: 'Search more directories for skills',
    },
  ],
  run(input, context) {
    const action = input.argument('ACTION') ?? 'list'
    const key = input.argument('KEY')
    const surroundings = findSurroundings(context, false)
    const notes = describeSurroundings(context, surroundings)
    if (action === 'list') {
      return key === undefined ? answerList(surroundings, notes) : misuse(`unexpected argument '${key}'`)
    }
    if (key === undefined) return misuse('missing argument KEY', ["Run 'metier config list' to see all keys."])
    const values = input.rest('VALUE')
    const call = { key, words: values, input, context, surroundings }
    if (action === 'unset') return unsetSetting(call)
    if (action === 'set') return values.length === 0 ? refuseValueless(key) : setSetting(call)
    return values.length === 0 ? answerOne(key, surroundings, notes) : misuse(`unexpected argument '${values[0]}'`)
  },
}

function refuseValueless(key: string): CommandOutcome {
  const line = `metier config set ${quoteForShell(key)} VALUE`
  return misuse('missing argument VALUE', [
    `Add it after the key: ${line}`,
    "Run 'metier help config' to see examples.",
  ])
}

function answerList(surroundings: Surroundings, notes: readonly Line[]): CommandOutcome {
  const settings = listSettings(surroundings)
  const { place } = surroundings
  const user = typeof place.userConfiguration === 'string' ? place.userConfiguration : null
  const json = { files: { user, project: place.projectConfiguration ?? null }, settings }
  const width = Math.max(...settings.map(({ key }) => key.length))
  const compose = () =>
    settings.map(
      ({ key, value, from }): Line => [
        styled(key.padEnd(width + 2), 'bold'),
        JSON.stringify(value),
        styled(`  (${from})`, 'dim'),
      ],
    )
  return answer(json, compose, { notes })
}

function answerOne(key: string, surroundings: Surroundings, notes: readonly Line[]): CommandOutcome {
  const settings = listSettings(surroundings)
  const value = findValue(settings, key)
  if (value === undefined) {
    return refuse(`${key} is not set`, [...notes, ...suggestKeys(settings, key)])
  }
  const compose = () => (typeof value === 'string' ? [value] : JSON.stringify(value, null, 2).split('\n'))
  return answer({ key, value }, compose, { notes })
}

/** A key such as `limits` returns all settings below it. */
function findValue(settings: readonly KnownSetting[], key: string): unknown {
  const exact = settings.find((setting) => setting.key === key)
  if (exact !== undefined) return exact.value
  const above = settings.find((setting) => key.startsWith(`${setting.key}.`))
  if (above !== undefined) return settingAt(above.value, key.slice(above.key.length + 1))
  const below = settings.filter((setting) => setting.key.startsWith(`${key}.`))
  if (below.length === 0) return undefined
  return Object.fromEntries(below.map((setting) => [setting.key.slice(key.length + 1), setting.value]))
}
