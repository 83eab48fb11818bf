import type { Answer } from '../../manager/answers.js'
import { type Command, misuse, type Outcome } from '../command.js'
import type { Line } from '../lines.js'
import { DECISIONS, decisionsOf, PROJECT, runStoreCommand } from '../store-command.js'
import { composeInstalled } from '../store-lines.js'

export const command: Command = {
  name: 'install',
  summary: 'bring a skill in, verified and whole',
  details: [
    'SOURCE is clawhub, local:/path (a folder or an archive), github.com/owner/repo, a repository address, or an https address. It must be among the trusted sources. The files are scanned; what is dangerous is refused, what is doubtful is asked about. Nothing of the skill is run.',
    'With --frozen, exactly what the lock says is restored, and the lock stays as it is.',
  ],
  arguments: [{ name: 'NAME', summary: 'the skill: pdf, or @owner/pdf', isOptional: true }],
  options: [
    { name: 'from', kind: 'text', value: 'SOURCE', summary: 'where it comes from' },
    { name: 'force', kind: 'flag', summary: 'overwrite a skill that is there; the old one is kept for a rollback' },
    PROJECT,
    {
      name: 'with-settings',
      kind: 'flag',
      summary: 'with its agent settings, editor tasks and CI files, which are left out otherwise',
    },
    { name: 'frozen', kind: 'flag', summary: 'restore what the lock says', excludes: ['from', 'force'] },
    ...DECISIONS,
  ],
  mayLack: ['root', 'config'],
  examples: [
    { line: 'metier install himalaya --from clawhub', summary: 'from the registry' },
    { line: 'metier install pdf --from github.com/example/skills --project', summary: 'into this project' },
    { line: 'metier install --frozen --project', summary: "after a clone: the project's skills as its lock has them" },
  ],
  async run(input, context): Promise<Outcome> {
    if (input.flag('frozen')) {
      return runStoreCommand(input, context, ({ skills }, options) => skills.installFrozen(options), composeRestored)
    }
    const skill = input.argument('NAME')
    if (skill === undefined) return misuse("skill name required for 'install' action")
    const from = input.text('from')
    if (from === undefined) {
      const error = "source required for 'install' action"
      return { ...misuse(error, ['Add --from clawhub, or another source.']), json: { installed: false, error } }
    }
    const [force, keepsSettings] = [input.flag('force'), input.flag('with-settings')]
    return runStoreCommand(
      input,
      context,
      ({ skills }, options) => skills.install({ ...options, ...decisionsOf(input), skill, from, force, keepsSettings }),
      composeInstalled,
    )
  },
}

function composeRestored(given: Answer): readonly Line[] {
  return (given.skills as readonly Answer[]).map(({ name, status }) => `${name} ${status}`)
}
