import { fitSetting } from '../../manager/settings/setting-store.js'
import { answer, type Command, type Context } from '../arguments/command.js'
import { findSurroundings, openReader, openRegistry } from '../skills/open-skills.js'
import { listSettings } from './config/known-settings.js'
import { findSchemaWords, listSchemaKeys } from './config/schema-keys.js'

/** Words that every shell can insert safely; all three quote a word with a space. */
const HARMLESS = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}@._/: -]*[\p{L}\p{N}\p{M}@._-])?$/u

export const command: Command = {
  name: '__complete',
  summary: 'Print completions for a word',
  arguments: [
    {
      name: 'WHAT',
      summary: 'Kind of word to complete',
      values: ['skills', 'installed', 'sets', 'agents', 'skillTools', 'settings', 'settingValues'],
    },
    { name: 'WORD', summary: 'The part that was typed', isOptional: true },
    { name: 'BEFORE', summary: 'The arguments before it', isOptional: true, isRepeated: true },
  ],
  options: [],
  examples: [
    { line: 'metier __complete skills', summary: 'Print the names of all skills, one per line' },
    { line: 'metier __complete settingValues "" set skills.trustProject', summary: 'Print the values of a setting' },
  ],
  async run(input, context) {
    const typed = { word: input.argument('WORD') ?? '', before: input.rest('BEFORE') }
    const find = FINDERS[input.argument('WHAT') ?? '']
    const found = (await find?.(typed, context)) ?? []
    const words = [...new Set(found)].filter((word) => HARMLESS.test(word))
    return answer(words, () => words)
  },
}

interface Typed {
  readonly word: string
  readonly before: readonly string[]
}

type Finder = (typed: Typed, context: Context) => readonly string[] | Promise<readonly string[]>

const FINDERS: Readonly<Record<string, Finder>> = {
  skills: findSkills,
  installed: findInstalled,
  sets: (_, context) => [...findSurroundings(context, false).settings.sets.keys()],
  agents: findAgentIds,
  skillTools: findSkillTools,
  settings: ({ before: [action] }, context) => {
    if (action === 'list') return []
    const known = listSettings(findSurroundings(context, false)).map(({ key }) => key)
    return action === 'set' ? [...known, ...listSchemaKeys()] : known
  },
  settingValues: findSettingValues,
}

/** A typed colon asks for qualified names. */
async function findSkills({ word }: Typed, context: Context): Promise<readonly string[]> {
  const { reader, known } = await openReader(context, false)
  const { all, shadowed } = reader.registry
  const names = word.includes(':')
    ? [...[...all.values()].map(({ qualifiedName }) => qualifiedName), ...shadowed.map(({ reachedBy }) => reachedBy)]
    : [...all.keys()]
  await known.close()
  return names
}

async function findInstalled(_: Typed, context: Context): Promise<readonly string[]> {
  const { known } = await openRegistry(context, false)
  const { SkillWriter } = await import('../../manager/skill-writer.js')
  const { skills: locked } = await new SkillWriter(known).locked()
  await known.close()
  return locked.map(({ name }) => name)
}

async function findAgentIds(): Promise<readonly string[]> {
  const { AGENT_IDS, EVERY_AGENT } = await import('../../agents/agent-ids.js')
  return [...AGENT_IDS, EVERY_AGENT]
}

async function findSkillTools({ before: [name = ''] }: Typed, context: Context): Promise<readonly string[]> {
  const { reader, known } = await openReader(context, false)
  const folder = reader.find(name)?.skillPath
  await known.close()
  if (folder === undefined) return []
  const { reviewTools } = await import('../../system/skill-files/review-tools.js')
  return (await reviewTools(folder)).tools?.tools?.map((tool) => tool.name) ?? []
}

/** Words that a setting can have; the setting itself decides which of them it accepts. */
const SETTING_WORDS = [true, false, 'always', 'ask', 'never', 'allow', 'deny', 'auto', 'require', 'off']

async function findSettingValues(typed: Typed, context: Context): Promise<readonly string[]> {
  const [action, key = ''] = typed.before
  const known = listSettings(findSurroundings(context, false)).find((setting) => setting.key === key)?.value
  if (action === 'unset') return Array.isArray(known) ? known.map(String) : []
  if (action !== 'set') return []
  if (key === 'skills.disabled') return findSkills(typed, context)
  const words = findSchemaWords(key)
  if (words.length > 0) return words
  // A setting that accepts any word has no words to offer.
  if (fitSetting(key, '?').ok) return []
  return SETTING_WORDS.filter((word) => {
    const fitting = fitSetting(key, word)
    return fitting.ok && fitting.value === word
  }).map(String)
}
