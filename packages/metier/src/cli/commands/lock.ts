import type { Answer } from '../../manager/answers.js'
import type { Command, CommandOutcome } from '../arguments/command.js'
import { labelRoots } from '../store/root-labels.js'
import { PROJECT, runStoreCommand, WHERE_NAMES_ARE } from '../store/store-command.js'
import { type Line, styled } from '../terminal/lines.js'
import { shortId } from '../terminal/short-id.js'

export const command: Command = {
  name: 'lock',
  summary: 'show what the lock says, and keep skills at what they are',
  details: [
    'Shows the source, the version and the digest of every installed skill, and the versions kept for a rollback. Long digests are cut; --json has them whole.',
    `Of --pin and --unpin, ${WHERE_NAMES_ARE}`,
  ],
  arguments: [{ name: 'NAME', summary: 'one skill', isOptional: true, completes: 'installed' }],
  options: [
    {
      name: 'pin',
      kind: 'text',
      value: 'NAME',
      completes: 'installed',
      summary: 'keep this skill at what it is',
      excludes: ['unpin'],
    },
    { name: 'unpin', kind: 'text', value: 'NAME', completes: 'installed', summary: 'let this skill be updated again' },
    PROJECT,
  ],
  examples: [
    { line: 'metier lock', summary: 'everything that was installed' },
    { line: 'metier lock --pin pdf', summary: 'so that metier update leaves it alone' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const name = input.argument('NAME')
    const pinned = input.text('pin') ?? input.text('unpin')
    if (pinned !== undefined) {
      const isPinned = input.text('pin') !== undefined
      const compose = (given: Answer) => [`${pinned} ${describePinning(isPinned, given.changed === true)}`]
      return runStoreCommand(
        input,
        context,
        ({ skills }, options) => skills.pin(pinned, { ...options, isPinned }),
        compose,
      )
    }
    return runStoreCommand(
      input,
      context,
      async ({ skills }, options) => {
        const given = await skills.locked(options)
        if (name === undefined) return given
        const found = (given.skills as readonly Answer[]).filter((skill) => skill.name === name)
        // A lock that cannot be read may be the one that names it.
        if (found.length > 0 || given.error !== undefined) return { ...given, skills: found }
        const hint = 'Run metier lock to see every skill that was installed.'
        return { ...given, skills: [], error: `'${name}' is in no lock`, code: 'skill_not_found', name, hint }
      },
      composeLocked,
    )
  },
}

function describePinning(isPinned: boolean, isChanged: boolean): string {
  if (isPinned) return isChanged ? 'is pinned' : 'is pinned already'
  return isChanged ? 'is no longer pinned' : 'was not pinned'
}

interface Locked {
  readonly name: string
  readonly root: string
  readonly scope: string
  readonly version: string | null
  readonly commit: string | null
  readonly source: string
  readonly digest: string
  readonly verdict: string
  readonly pinned?: boolean
  readonly editedFrom?: string | null
  readonly kept: readonly Kept[]
}

type Kept = Pick<Locked, 'version' | 'commit' | 'digest'> & { readonly keptAt: string; readonly isChanged: boolean }

function composeLocked({ skills }: Answer): readonly Line[] {
  const locked = skills as readonly Locked[]
  if (locked.length === 0) return ['Nothing is installed.']
  const labelOf = labelRoots(locked)
  return locked.flatMap((skill): readonly Line[] => {
    const { name, source, digest, pinned, editedFrom, verdict, kept } = skill
    const marks = [
      labelOf(skill),
      pinned === true ? 'pinned' : '',
      editedFrom === undefined ? '' : 'with local edits',
    ].filter((mark) => mark !== '')
    return [
      [styled(name, 'bold'), versionOf(skill), marks.length === 0 ? '' : ` (${marks.join(', ')})`, ` from ${source}`],
      [styled(`  ${shortId(digest)} ${verdict}`, 'dim')],
      ...kept.map((one): Line => [styled(`  kept:${describeKept(one)}`, 'dim')]),
    ]
  })
}

function describeKept(one: Kept): string {
  return `${versionOf(one)} ${shortId(one.digest)} ${one.keptAt}${one.isChanged ? ' (with local edits)' : ''}`
}

function versionOf({ version, commit }: Pick<Locked, 'version' | 'commit'>): string {
  const id = version ?? commit
  return id === null ? '' : ` ${shortId(id)}`
}
