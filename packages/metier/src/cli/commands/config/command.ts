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
  summary: 'show and change settings',
  details: [
    'list shows every setting that holds and where it comes from; get shows one; set writes one to the user configuration, or with --project to that of the project, which may narrow but never widen; unset takes it away again, or with a VALUE only that one out of a list.',
    'A key has dots: skills.trustProject, skills.entries.pdf.enabled, limits.walkDepth. Below skills.entries a bare name means your own skill, project:NAME the one of a project. A value is JSON or a plain text; several values make a list.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'what to do', values: ['list', 'get', 'set', 'unset'] },
    { name: 'KEY', summary: 'the setting', isOptional: true, completes: 'settings' },
    {
      name: 'VALUE',
      summary: 'what it is to be',
      isOptional: true,
      isRepeated: true,
      completes: 'settingValues',
    },
  ],
  options: [{ name: 'project', kind: 'flag', summary: "change the project's configuration" }],
  mayLack: ['config', 'root'],
  examples: [
    { line: 'metier config list', summary: 'every setting, with where it comes from' },
    { line: 'metier config get skills.trustedSources', summary: 'one of them' },
    { line: 'metier config set skills.trustProject ask', summary: 'so that a project has to ask first' },
    { line: 'metier config unset skills.disabled pdf --project', summary: 'the project switches it off no longer' },
    { line: 'metier config set skills.roots ~/team-skills ~/more-skills', summary: 'further folders to look in' },
  ],
  run(input, context) {
    const action = input.argument('ACTION') ?? ''
    const key = input.argument('KEY')
    const surroundings = findSurroundings(context, false)
    const notes = describeSurroundings(context, surroundings)
    if (action === 'list') {
      return key === undefined ? answerList(surroundings, notes) : misuse(`one word too many: ${key}`)
    }
    if (key === undefined) return misuse('KEY is missing', ['Run metier config list to see every key.'])
    const values = input.rest('VALUE')
    const call = { key, words: values, input, context, surroundings }
    if (action === 'unset') return unsetSetting(call)
    if (action === 'set') return values.length === 0 ? refuseValueless(key) : setSetting(call)
    return values.length === 0 ? answerOne(key, surroundings, notes) : misuse(`one word too many: ${values[0]}`)
  },
}

function refuseValueless(key: string): CommandOutcome {
  const line = `metier config set ${quoteForShell(key)} VALUE`
  return misuse('VALUE is missing', [`Write it behind the key: ${line}`, 'Run metier help config to see examples.'])
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
        styled(from === 'default' ? '' : `  (${from})`, 'dim'),
      ],
    )
  return answer(json, compose, { notes })
}

function answerOne(key: string, surroundings: Surroundings, notes: readonly Line[]): CommandOutcome {
  const settings = listSettings(surroundings)
  const value = findValue(settings, key)
  if (value === undefined) {
    return refuse(`no setting ${key} has a value`, [...notes, ...suggestKeys(settings, key)])
  }
  const compose = () => (typeof value === 'string' ? [value] : JSON.stringify(value, null, 2).split('\n'))
  return answer({ key, value }, compose, { notes })
}

/** A key that stands for several settings gives them all: `limits`. */
function findValue(settings: readonly KnownSetting[], key: string): unknown {
  const exact = settings.find((setting) => setting.key === key)
  if (exact !== undefined) return exact.value
  const above = settings.find((setting) => key.startsWith(`${setting.key}.`))
  if (above !== undefined) return settingAt(above.value, key.slice(above.key.length + 1))
  const below = settings.filter((setting) => setting.key.startsWith(`${key}.`))
  if (below.length === 0) return undefined
  return Object.fromEntries(below.map((setting) => [setting.key.slice(key.length + 1), setting.value]))
}
