import type { DatedSkill, StoreListing } from '../../contracts/store-outcomes.js'
import { renderOutdated } from '../../contracts/store-renderers.js'
import { revocationOf } from '../../gate/standing/standing.js'
import { SkillWriter } from '../../manager/skill-writer.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { answer, type Command, type CommandOutcome } from '../arguments/command.js'
import { NOTHING_INSTALLED } from '../skills/nothing-yet.js'
import { openStoreRegistry } from '../skills/open-skills.js'
import { connectBy } from '../store/connect-by-asking.js'
import { type CommandCall, composeReplace } from '../store/restore-command.js'
import { labelRoots } from '../store/root-labels.js'
import { adviseOnRevoked, composePrivate, describeRevocation, isGone } from '../store/standing-lines.js'
import { chooseScope, PERSONAL, PROJECT } from '../store/store-command.js'
import { composeFailures } from '../store/store-lines.js'
import { openTalk } from '../store/store-talk.js'
import { adviseOnTrust } from '../store/trust-advice.js'
import { canAsk } from '../terminal/ask.js'
import { type Line, type Style, say, styled } from '../terminal/lines.js'
import { asideOf } from '../terminal/print.js'
import { describeStep } from '../terminal/short-id.js'
import { openProgress, showWaits } from '../terminal/show-progress.js'
import { type Cell, composeTable } from '../terminal/table.js'
import { wrapPage } from '../terminal/wrap-lines.js'

export const command: Command = {
  name: 'outdated',
  summary: 'Show which installed skills can be updated',
  details: [
    'Checks the source of every skill in the lockfile. Changes nothing. Skills with local edits are marked as edited; an update leaves them alone unless it is forced. Hand-made skills have no source to check. Exits with 1 if a source is not available. Names the installed versions that their source has withdrawn or warns of.',
  ],
  arguments: [],
  options: [PROJECT, PERSONAL],
  examples: [
    { line: 'metier outdated', summary: 'Show what metier update would change' },
    { line: 'metier outdated --json', summary: 'Print it as JSON' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const { known, notes, ...surroundings } = await openStoreRegistry(context)
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const writer = new SkillWriter(known)
    const talk = openTalk(context.io, () => progress?.end(), asideOf(input))
    const asking = writer.outdated({
      ...(!input.flag('json') && canAsk(context.io) && { connectSkills: connectBy(talk) }),
      signal: context.signal,
      onProgress: progress && showWaits(progress),
      ...chooseScope(input),
    })
    const given = await asking.finally(() => progress?.end())
    const isFailed = given.failures.length > 0 || given.skills.some(({ status }) => status === 'unavailable')
    const call = { input, context, surroundings }
    const compose = (columns: number) => [
      ...composeOutdated(given, columns),
      ...wrapPage(
        [
          ...composeRevoked(given.skills),
          ...composePrivate(
            given.skills.filter(isGone).map(({ source }) => source),
            surroundings,
          ),
          ...composeUntrusted(given.skills, call),
          ...composeReplacing(given.skills, call),
        ],
        columns,
      ),
    ]
    return answer(renderOutdated(given), compose, {
      exitCode: isFailed ? 1 : 0,
      notes: [...notes, ...composeFailures(given.failures)],
      afterwards: () => known.close(),
    })
  },
}

const STYLES: Readonly<Record<DatedSkill['status'], Style>> = {
  current: 'green',
  edited: 'yellow',
  outdated: 'yellow',
  older: 'dim',
  unavailable: 'red',
  sourceless: 'dim',
}

function composeOutdated({ skills, failures }: StoreListing<DatedSkill>, columns: number): readonly Line[] {
  if (skills.length === 0) return failures.length === 0 ? NOTHING_INSTALLED.map(say) : []
  const labelOf = labelRoots(skills)
  const hasLabels = skills.some((skill) => labelOf(skill) !== '')
  const rows = skills.map((skill): readonly Cell[] => {
    const { name, status } = skill
    return [
      { text: name, style: 'bold' },
      // A column of its own, because a long name would cut it.
      ...(hasLabels ? [{ text: `(${labelOf(skill)})` }] : []),
      { text: describeStatus(skill), style: STYLES[status] },
      { text: describeOutdated(skill), style: 'dim' },
    ]
  })
  // An update of all skips pinned skills and refuses edited ones.
  const hasNews = skills.some(({ status, pinned, edited }) => status === 'outdated' && !pinned && edited !== true)
  const next: readonly Line[] = hasNews
    ? ['', ['Show the changes and update: ', styled('metier update --diff', 'cyan')]]
    : []
  return [...composeTable(rows, columns), ...composePluginUpdates(skills), ...next]
}

/** A plugin can be updated as a unit. */
function composePluginUpdates(skills: readonly DatedSkill[]): readonly Line[] {
  const outdated = skills.filter(({ status, pinned }) => status === 'outdated' && !pinned)
  const plugins = [...new Set(outdated.flatMap(({ plugin }) => plugin ?? []))]
  if (plugins.length === 0) return []
  return [
    '',
    'To update a plugin as a whole:',
    ...plugins.map((plugin): Line => ['  ', styled(`metier update --plugin ${quoteForShell(plugin)}`, 'cyan')]),
  ]
}

function describeStatus({ status, pinned, edited }: DatedSkill): string {
  const shown = status === 'sourceless' ? 'no source' : status
  return [shown, ...(edited === true && status !== 'edited' ? ['edited'] : []), ...(pinned ? ['pinned'] : [])].join(
    ', ',
  )
}

function describeOutdated({
  current,
  latest = current,
  declared,
  plugin,
  error,
  untrusted,
  status,
}: DatedSkill): string {
  if (status === 'sourceless') return 'hand-made, nothing to update'
  const versions = declared === undefined ? '' : `${describeStep(declared.current, declared.latest)} `
  const exact = describeStep(current, status === 'edited' ? current : latest)
  const step =
    (untrusted === undefined ? error : 'untrusted source') ?? (versions === '' ? exact : `${versions}(${exact})`)
  return plugin === undefined ? step : `${step} (plugin ${plugin})`
}

/** Whatever the newest version is, the installed one may be withdrawn. */
function composeRevoked(skills: readonly DatedSkill[]): readonly Line[] {
  const revoked = skills.flatMap(({ name, standing }) => {
    const revocation = revocationOf(standing)
    return revocation === undefined ? [] : [{ name, revocation }]
  })
  const lines = revoked.map(({ name, revocation }): Line => {
    return [styled(name, 'bold'), ' ', styled(describeRevocation(revocation), 'red')]
  })
  return lines.length === 0 ? [] : ['', ...lines, ...adviseOnRevoked(true)]
}

/** The table has no room for a source and a command. */
function composeUntrusted(skills: readonly DatedSkill[], { surroundings }: CommandCall): readonly Line[] {
  const identities = [...new Set(skills.flatMap(({ untrusted }) => untrusted ?? []))]
  return identities.flatMap((identity): readonly Line[] => [
    '',
    `${identity} is not a trusted source.`,
    ...adviseOnTrust(surroundings, identity),
  ])
}

/** What an update can replace local edits with: not with an older version, and not without the source. */
const REPLACEABLE: ReadonlySet<DatedSkill['status']> = new Set(['edited', 'current', 'outdated'])

/** An update refuses to replace local edits unless it is forced. */
function composeReplacing(skills: readonly DatedSkill[], call: CommandCall): readonly Line[] {
  const edited = skills.filter(({ edited: isEdited, status }) => isEdited === true && REPLACEABLE.has(status))
  if (edited.length === 0) return []
  const commands = edited.map((skill): Line => ['  ', styled(composeReplace(call, skill, skills, '--diff'), 'cyan')])
  return [
    '',
    say("Edited skills have local edits that their source does not have. Run 'metier verify' to see which files."),
    "To see the changes and replace the edits with the source's version (rollback can restore them):",
    ...commands,
  ]
}
