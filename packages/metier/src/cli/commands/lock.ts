import type { Answer } from '../../manager/answers.js'
import type { Command, Outcome } from '../command.js'
import { type Line, styled } from '../lines.js'
import { PROJECT, runStoreCommand } from '../store-command.js'

export const command: Command = {
  name: 'lock',
  summary: 'show what the lock says, and keep skills at what they are',
  details: [
    'Shows the source, the version and the digest of every installed skill, and the versions kept for a rollback.',
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
  async run(input, context): Promise<Outcome> {
    const name = input.argument('NAME')
    const pinned = input.text('pin') ?? input.text('unpin')
    if (pinned !== undefined) {
      const isPinned = input.text('pin') !== undefined
      const compose = () => [`${pinned} is ${isPinned ? 'pinned' : 'no longer pinned'}`]
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
        if (found.length > 0) return { ...given, skills: found }
        const hint = 'Run metier lock to see every skill that was installed.'
        return { ...given, skills: [], error: `'${name}' is in no lock`, code: 'skill_not_found', name, hint }
      },
      composeLocked,
    )
  },
}

interface Kept {
  readonly version: string | null
  readonly digest: string
  readonly keptAt: string
}

function composeLocked(given: Answer): readonly Line[] {
  const skills = given.skills as readonly Answer[]
  if (skills.length === 0) return ['Nothing is installed.']
  return skills.flatMap(({ name, version, commit, source, digest, pinned, verdict, kept }): readonly Line[] => [
    [styled(String(name), 'bold'), ` ${version ?? commit ?? ''}${pinned === true ? ' (pinned)' : ''} from ${source}`],
    [styled(`  ${digest} ${verdict}`, 'dim')],
    ...(kept as readonly Kept[]).map(
      (one): Line => [styled(`  kept: ${one.version ?? ''} ${one.digest} ${one.keptAt}`, 'dim')],
    ),
  ])
}
