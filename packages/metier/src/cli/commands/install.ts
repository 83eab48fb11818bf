import type { Answer } from '../../manager/answers.js'
import { type Command, type CommandOutcome, misuse } from '../arguments/command.js'
import { DECISIONS, decisionsOf, runStoreCommand } from '../store/store-command.js'
import { composeInstalled } from '../store/store-lines.js'
import type { Line } from '../terminal/lines.js'

export const command: Command = {
  name: 'install',
  summary: 'bring a skill in, verified and whole',
  details: [
    'SOURCE is clawhub, another registry by its address (clawhub+https://host), local:/path (a folder or an archive), github.com/owner/repo, a repository address, or an https address. It must be among the trusted sources. The files are scanned; what is dangerous is refused, what is doubtful is asked about. Nothing of the skill is run.',
    'With --frozen, exactly what the lock says is restored, of the skills that are named or of all, and the lock stays as it is. What is kept here for a rollback is taken first; what is not comes from its source.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill: pdf, or @owner/pdf; several of one source if you like',
      isOptional: true,
      isRepeated: true,
    },
  ],
  options: [
    { name: 'from', kind: 'text', value: 'SOURCE', summary: 'where it comes from' },
    { name: 'all', kind: 'flag', summary: 'every skill that the source offers', excludes: ['frozen'] },
    { name: 'force', kind: 'flag', summary: 'overwrite a skill that is there; the old one is kept for a rollback' },
    {
      name: 'project',
      kind: 'flag',
      summary: "into the project's .agents/skills instead of the user's own",
    },
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
    { line: 'metier install pdf --from local:./skills --project', summary: 'from a folder, into this project' },
    { line: 'metier install pdf docx --from github.com/example/skills', summary: 'two of one repository' },
    { line: 'metier install --frozen --project', summary: "after a clone: the project's skills as its lock has them" },
  ],
  async run(input, context): Promise<CommandOutcome> {
    if (input.flag('frozen')) {
      const named = input.rest('NAME').length > 0 && { skills: input.rest('NAME') }
      return runStoreCommand(
        input,
        context,
        ({ skills }, options) => skills.installFrozen({ ...options, ...decisionsOf(input), ...named }),
        composeRestored,
      )
    }
    const names = input.rest('NAME')
    const isAll = input.flag('all')
    if (names.length === 0 && !isAll) {
      return misuse("skill name required for 'install' action", ['Name one or several, or take --all.'])
    }
    if (names.length > 0 && isAll) return misuse('--all takes no names')
    const from = input.text('from')
    if (from === undefined) {
      const error = "source required for 'install' action"
      return { ...misuse(error, ['Add --from clawhub, or another source.']), json: { installed: false, error } }
    }
    const [skill = '', ...others] = names
    const common = {
      ...decisionsOf(input),
      from,
      force: input.flag('force'),
      keepsSettings: input.flag('with-settings'),
    }
    return runStoreCommand(
      input,
      context,
      ({ skills }, options) =>
        isAll || others.length > 0
          ? skills.installSeveral({ ...options, ...common, skills: isAll ? undefined : names })
          : skills.install({ ...options, ...common, skill }),
      (given) => (Array.isArray(given.skills) ? given.skills.flatMap(composeInstalled) : composeInstalled(given)),
    )
  },
}

function composeRestored(given: Answer): readonly Line[] {
  return (given.skills as readonly Answer[]).map(({ name, status }) => `${name} ${status}`)
}
