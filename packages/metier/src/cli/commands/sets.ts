import { readConfiguration } from '../../manager/settings/configuration.js'
import { composeKey } from '../../manager/settings/setting-key.js'
import { storeSetting } from '../../manager/settings/setting-store.js'
import type { ConfiguredSet } from '../../manager/settings/settings.js'
import { fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { isInSet } from '../../registry/skill-set.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { answer, type Command, type CommandOutcome, type Input, misuse, refuse } from '../arguments/command.js'
import { refuseUnknownSet } from '../skills/known-set.js'
import { type OpenedRegistry, openRegistry } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'sets',
  summary: 'Show and change named sets of skills',
  details: [
    'A set is a list of patterns: skill names, directories below a root such as @acme/*, and tags such as tag:db. * matches any part. Pass --set NAME to list, search, prompt, mcp or serve to use only the skills of a set.',
    "--add, --remove and --delete change your user configuration, or the project's with --project. Your set takes precedence over a project's set with the same name.",
  ],
  arguments: [
    { name: 'NAME', summary: 'Name of a set; shows all sets if omitted', isOptional: true, completes: 'sets' },
  ],
  options: [
    {
      name: 'add',
      kind: 'texts',
      value: 'PATTERN',
      summary: 'Add a pattern; creates the set if needed',
      completes: 'skills',
    },
    { name: 'remove', kind: 'texts', value: 'PATTERN', summary: 'Remove a pattern' },
    { name: 'delete', kind: 'flag', summary: 'Delete the set', excludes: ['add', 'remove'] },
    { name: 'project', kind: 'flag', summary: "Change the project's set, for everyone who works on it" },
  ],
  mayLack: ['config'],
  examples: [
    { line: 'metier sets', summary: 'Show all sets' },
    { line: 'metier sets backend --add sql-review --add "tag:db"', summary: 'Create a set, or add to it' },
    { line: 'metier list --set backend', summary: 'List the skills of a set' },
  ],
  async run(input, context) {
    const name = input.argument('NAME')
    const isChange = input.texts('add').length + input.texts('remove').length > 0 || input.flag('delete')
    if (name === undefined && isChange) return misuse('missing argument NAME')
    if (name?.trim() === '') return misuse('the name of a set must not be empty')
    const opened = await openRegistry(context, false)
    const afterwards = () => opened.known.close()
    if (name === undefined) return { ...showAll(opened), afterwards }
    const outcome = isChange ? await changeSet(name, input, opened) : showOne(name, opened)
    return { ...outcome, afterwards }
  },
}

interface ShownSet {
  readonly name: string
  readonly scope: ConfiguredSet['scope']
  readonly patterns: readonly string[]
  readonly skills: readonly string[]
}

function toShown(set: ConfiguredSet, records: readonly SkillRecord[]): ShownSet {
  const { name, scope, patterns } = set
  return {
    name,
    scope,
    patterns,
    skills: records.filter((record) => isInSet(record, set)).map((record) => record.name),
  }
}

function recordsOf({ known }: OpenedRegistry): readonly SkillRecord[] {
  return known.situation().snapshot.skills
}

function showAll(opened: OpenedRegistry): CommandOutcome {
  const sets = [...opened.settings.sets.values()].map((set) => toShown(set, recordsOf(opened)))
  const nothing = sets.length > 0 ? [] : ['No sets. Create one: metier sets NAME --add PATTERN']
  return answer({ sets }, () => sets.flatMap(describeSet), { notes: [...opened.notes, ...nothing] })
}

function describeSet({ name, scope, patterns, skills }: ShownSet): readonly Line[] {
  const count = `${skills.length} ${skills.length === 1 ? 'skill' : 'skills'}`
  return [
    [styled(name, 'bold'), `  ${count}${scope === 'project' ? ', from the project' : ''}`],
    `  ${patterns.join(', ')}`,
  ]
}

function showOne(name: string, opened: OpenedRegistry): CommandOutcome {
  const set = opened.settings.sets.get(name)
  if (set === undefined) return refuseUnknownSet(name, opened.settings.sets)
  const shown = toShown(set, recordsOf(opened))
  const skills = recordsOf(opened).filter((record) => isInSet(record, set))
  return answer(
    shown,
    () => [...describeSet(shown), '', ...skills.map((record) => `  ${record.name}  ${fileOf(record)}`)],
    { notes: [...opened.notes, ...findIdle(set.patterns, skills)] },
  )
}

async function changeSet(name: string, input: Input, opened: OpenedRegistry): Promise<CommandOutcome> {
  const { sets } = opened.settings
  const { scope, file, whose } = input.flag('project')
    ? { scope: 'project' as const, file: opened.place.projectConfiguration, whose: "the project's" }
    : { scope: 'personal' as const, file: opened.settings.file, whose: 'your' }
  if (file === undefined) return refuse('there is no configuration file to change', ['Pass --config FILE.'])
  const own = readConfiguration(file, []).sets?.[name]
  if (own === undefined && input.texts('add').length === 0) {
    return refuse(`${whose} configuration has no set called '${name}'`, [`Run 'metier sets' to see all sets.`])
  }
  const removed = new Set(input.texts('remove'))
  const absent = [...removed].find((pattern) => !own?.includes(pattern))
  if (absent !== undefined) return refuse(`the set '${name}' has no pattern '${absent}'`)
  const patterns = [...new Set([...(own ?? []), ...input.texts('add')])].filter((pattern) => !removed.has(pattern))
  const isDeleted = input.flag('delete') || patterns.length === 0
  const stored = await storeSetting(file, composeKey(['sets', name]), isDeleted ? undefined : patterns)
  if (!stored.ok) return refuse(stored.failure.message, stored.failure.suggestions)
  if (isDeleted) return answer({ name, deleted: true }, () => [`Deleted the set ${name} (${file})`])
  const shown = toShown({ name, patterns, scope }, recordsOf(opened))
  const idle = findIdle(input.texts('add'), recordsOf(opened))
  const notes = [...opened.notes, ...idle, ...describeHidden(sets.get(name), scope)]
  return answer(shown, () => describeSet(shown), { notes })
}

/** The set of the same name in the other configuration: the user's is the one in effect. */
function describeHidden(before: ConfiguredSet | undefined, changed: ConfiguredSet['scope']): readonly Line[] {
  if (before === undefined || before.scope === changed) return []
  if (changed === 'project') return [`Your own set '${before.name}' takes precedence over the project's.`]
  const added = before.patterns.map((pattern) => `--add ${quoteForShell(pattern)}`).join(' ')
  return [
    `Your set '${before.name}' now takes precedence over the project's. To use its patterns too:`,
    ['  ', styled(`metier sets ${quoteForShell(before.name)} ${added}`, 'cyan')],
  ]
}

/** Patterns that match no skill. They may be meant for skills that are installed later. */
function findIdle(patterns: readonly string[], records: readonly SkillRecord[]): readonly Line[] {
  const idle = patterns.filter((pattern) => !records.some((record) => isInSet(record, { patterns: [pattern] })))
  return idle.map((pattern) => `No skill matches '${pattern}'.`)
}
