import type { LockedSkill, SkillPin, StoreListing, StoreOutcome, StoreRefusal } from '../../contracts/store-outcomes.js'
import { renderRefusal } from '../../contracts/store-refusals.js'
import { renderKept, renderLocked, renderPin } from '../../contracts/store-renderers.js'
import { fail } from '../../skill/failure.js'
import type { LockEntry } from '../../store/lock.js'
import { isEdited, isHandMade } from '../../store/versions/own-files.js'
import type { KeptVersion } from '../../store/versions/versions.js'
import type { Command, CommandOutcome } from '../arguments/command.js'
import { NOTHING_INSTALLED } from '../skills/nothing-yet.js'
import { labelRoots } from '../store/root-labels.js'
import {
  PERSONAL,
  PROJECT,
  runStoreCommand,
  type StoreTask,
  taskForOne,
  WHERE_NAMES_ARE,
} from '../store/store-command.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { shortId } from '../terminal/short-id.js'

export const command: Command = {
  name: 'lock',
  summary: 'Show installed versions, and pin or unpin skills',
  details: [
    'Shows the source, version and digest of every installed skill, and the versions kept for rollback. Digests are shortened; --json prints them in full.',
    `For --pin and --unpin, ${WHERE_NAMES_ARE}`,
  ],
  arguments: [{ name: 'NAME', summary: 'Only show this skill', isOptional: true, completes: 'installed' }],
  options: [
    {
      name: 'pin',
      kind: 'text',
      value: 'NAME',
      completes: 'installed',
      summary: 'Keep this skill at its current version',
      excludes: ['unpin'],
    },
    {
      name: 'unpin',
      kind: 'text',
      value: 'NAME',
      completes: 'installed',
      summary: 'Allow updates of this skill again',
    },
    PROJECT,
    PERSONAL,
  ],
  examples: [
    { line: 'metier lock', summary: 'List all installed skills' },
    { line: 'metier lock --pin pdf', summary: 'Exclude a skill from updates' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const pinned = input.text('pin') ?? input.text('unpin')
    return pinned === undefined
      ? runStoreCommand(input, context, listTask(input.argument('NAME')))
      : runStoreCommand(input, context, pinTask(pinned, input.text('pin') !== undefined))
  },
}

function pinTask(name: string, isPinned: boolean): StoreTask<StoreOutcome<SkillPin>> {
  return taskForOne({
    run: (writer, options) => writer.pin(name, { ...options, isPinned }),
    render: renderPin,
    composeDone: ({ isChanged }) => [`${name} ${describePinning(isPinned, isChanged)}`],
  })
}

function describePinning(isPinned: boolean, isChanged: boolean): string {
  if (isPinned) return isChanged ? 'is now pinned' : 'is already pinned'
  return isChanged ? 'is no longer pinned' : 'was not pinned'
}

/** The skills of all lockfiles, and why the one that was named is not among them. */
interface LockListing extends StoreListing<LockedSkill> {
  readonly refusal?: StoreRefusal | undefined
  /** The versions of a removed skill. */
  readonly kept?: readonly KeptVersion[]
}

function listTask(name: string | undefined): StoreTask<LockListing> {
  // The skill can be in a lockfile that could not be read.
  const findUnknown = ({ skills, failures, refusal }: LockListing) =>
    name === undefined || skills.length + failures.length > 0 ? undefined : (refusal ?? refuseUnknown(name))
  return {
    run: async (writer, options) => {
      const { skills, failures } = await writer.locked(options)
      if (name === undefined) return { skills, failures }
      // A skill may have another name than its directory, which the lockfile names.
      const place = await writer.locate(name, { ...options, choose: undefined })
      const names = new Set([name, ...(place.ok ? [place.value.name] : [])])
      const found = { skills: skills.filter((skill) => names.has(skill.name)), failures }
      const removed = place.ok ? undefined : place.details?.keptIn?.[0]
      return place.ok || removed === undefined ? found : { ...found, refusal: place, kept: await writer.kept(removed) }
    },
    render: (given) => {
      const unknown = findUnknown(given)
      const kept = given.kept === undefined ? {} : { kept: given.kept.map(renderKept) }
      return { ...renderLocked(given), ...(unknown !== undefined && { ...renderRefusal(unknown), ...kept }) }
    },
    compose: (given) => composeLocked(given, name),
    findFailure: (given) => {
      const unknown = findUnknown(given)
      if (unknown !== undefined) return { refusal: unknown, notes: given.kept?.map(composeKept) }
      const errors = given.failures.map(({ message }) => message)
      const hint = given.failures.flatMap(({ suggestions }) => suggestions).join('. ')
      return errors.length === 0 ? undefined : { error: errors.join('; '), hint, failed: [] }
    },
  }
}

function refuseUnknown(name: string): StoreRefusal {
  const hint = "Run 'metier lock' to see all installed skills."
  return { ...fail('skill_not_found', `'${name}' is not in a lockfile`, [hint]), skill: name }
}

function composeLocked({ skills, failures }: StoreListing<LockedSkill>, name: string | undefined): readonly Line[] {
  if (skills.length === 0) return failures.length === 0 && name === undefined ? NOTHING_INSTALLED.map(say) : []
  const labelOf = labelRoots(skills)
  return skills.flatMap((skill): readonly Line[] => {
    const { entry, kept } = skill
    const marks = [
      labelOf(skill),
      entry.pinned === true ? 'pinned' : '',
      isEdited(entry) ? 'with local edits' : '',
    ].filter((mark) => mark !== '')
    const origin = isHandMade(entry) ? ', hand-made' : ` from ${entry.source}`
    const where = `${marks.length === 0 ? '' : ` (${marks.join(', ')})`}${origin}`
    return [
      [styled(skill.name, 'bold'), versionOf(entry), where],
      [styled(`  ${shortId(entry.digest)} ${entry.verdict}`, 'dim')],
      ...kept.filter((version) => version.entry.digest !== entry.digest).map(composeKept),
    ]
  })
}

function composeKept(version: KeptVersion): Line {
  return [styled(`  kept:${describeKept(version)}`, 'dim')]
}

function describeKept({ entry, keptAt, isChanged }: KeptVersion): string {
  return `${versionOf(entry)} ${shortId(entry.digest)} ${keptAt}${isHandMade(entry) ? ' (hand-made)' : isChanged ? ' (with local edits)' : ''}`
}

function versionOf({ version, commit }: LockEntry): string {
  const id = version ?? commit
  return id === null ? '' : ` ${shortId(id)}`
}
