import { fitSetting, settingAt, storeSetting } from '../../manager/setting-store.js'
import { answer, type Command, type Context, type Input, misuse, type Outcome, refuse } from '../command.js'
import { hideSecret, type KnownSetting, listSettings } from '../known-settings.js'
import { type Line, styled } from '../lines.js'
import { nearestWords } from '../nearest-words.js'
import { findSurroundings, type Surroundings } from '../open-skills.js'

export const command: Command = {
  name: 'config',
  summary: 'show and change settings',
  details: [
    'list shows every setting that holds and where it comes from; get shows one; set writes one to the user configuration, or with --project to that of the project, which may narrow but never widen; unset takes it away again.',
    'A key has dots: skills.trustProject, skills.entries.pdf.enabled, limits.walkDepth. A value is JSON or a plain text; several values make a list.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'what to do', values: ['list', 'get', 'set', 'unset'] },
    { name: 'KEY', summary: 'the setting', isOptional: true },
    { name: 'VALUE', summary: 'what it is to be', isOptional: true, isRepeated: true },
  ],
  options: [{ name: 'project', kind: 'flag', summary: "change the project's configuration" }],
  mayLack: ['config', 'root'],
  examples: [
    { line: 'metier config list', summary: 'every setting, with where it comes from' },
    { line: 'metier config get skills.trustedSources', summary: 'one of them' },
    { line: 'metier config set skills.trustProject ask', summary: 'so that a project has to ask first' },
    { line: 'metier config set skills.roots ~/team-skills ~/more-skills', summary: 'further folders to look in' },
  ],
  run(input, context) {
    const action = input.argument('ACTION') ?? ''
    const key = input.argument('KEY')
    const surroundings = findSurroundings(context, false)
    if (action === 'list') return key === undefined ? answerList(surroundings) : misuse(`one word too many: ${key}`)
    if (key === undefined) return misuse('KEY is missing', ['Run metier config list to see every key.'])
    const values = input.rest('VALUE')
    if (action === 'set') return values.length === 0 ? misuse('VALUE is missing') : change(key, values, input, context)
    if (values.length > 0) return misuse(`one word too many: ${values[0]}`)
    return action === 'get' ? answerOne(key, surroundings) : change(key, undefined, input, context)
  },
}

function answerList(surroundings: Surroundings): Outcome {
  const settings = listSettings(surroundings)
  const { place } = surroundings
  const user = typeof place.userConfiguration === 'string' ? place.userConfiguration : null
  const json = { files: { user, project: place.projectConfiguration ?? null }, settings }
  const width = Math.max(...settings.map(({ key }) => key.length))
  return answer(json, () =>
    settings.map(
      ({ key, value, from }): Line => [
        styled(key.padEnd(width + 2), 'bold'),
        JSON.stringify(value),
        styled(from === 'default' ? '' : `  (${from})`, 'dim'),
      ],
    ),
  )
}

function answerOne(key: string, surroundings: Surroundings): Outcome {
  const settings = listSettings(surroundings)
  const value = findValue(settings, key)
  if (value === undefined) {
    return refuse(`no setting ${key} has a value`, suggestKeys(settings, key))
  }
  return answer({ key, value }, () =>
    typeof value === 'string' ? [value] : JSON.stringify(value, null, 2).split('\n'),
  )
}

function suggestKeys(settings: readonly KnownSetting[], key: string): readonly string[] {
  const near = nearestWords(
    settings.map((setting) => setting.key).filter((known) => known !== key),
    key,
  )
  const meant = near.length === 0 ? [] : [`Did you mean: ${near.join(', ')}`]
  return [...meant, 'Run metier config list to see every key.']
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

async function change(
  key: string,
  words: readonly string[] | undefined,
  input: Input,
  context: Context,
): Promise<Outcome> {
  const surroundings = findSurroundings(context, false)
  const { place, settings } = surroundings
  const file = input.flag('project') ? place.projectConfiguration : settings.file
  if (file === undefined) return refuse('there is no file to keep it in', ['Name one with --config FILE.'])
  const fitting = words === undefined ? undefined : fitSetting(key, toValue(words))
  if (fitting?.ok === false) return misuse(fitting.failure.message, suggestKeys(listSettings(surroundings), key))
  const stored = await storeSetting(file, key, fitting?.value)
  if (!stored.ok) return refuse(stored.failure.message, stored.failure.suggestions)
  const value = hideSecret(key, fitting?.value)
  const json = { key, ...(fitting === undefined ? { unset: true } : { value }), file }
  const said = fitting === undefined ? ' is unset' : ` = ${JSON.stringify(value)}`
  const { settings: now } = findSurroundings(context, false)
  const remarks = now.diagnostics.filter((diagnostic) => diagnostic.file === file).map(({ message }) => message)
  return answer(json, () => [[styled(key, 'bold'), said, styled(` (${file})`, 'dim')]], { notes: remarks })
}

function toValue(words: readonly string[]): unknown {
  const [first = '', ...more] = words
  if (more.length > 0) return words
  try {
    return JSON.parse(first) as unknown
  } catch {
    return first
  }
}
