import type { RequestedInstallation, SkillInstallation, StoreOutcome } from '../../contracts/store-outcomes.js'
import { describeWarnings, renderFrozen, renderInstall, renderInstallSeveral } from '../../contracts/store-renderers.js'
import type {
  FrozenOptions,
  InstallOptions,
  InstallSeveralOptions,
} from '../../manager/store-operations/store-options.js'
import type { RestoredSkill } from '../../store/restore.js'
import { type Command, type CommandOutcome, misuse } from '../arguments/command.js'
import { DECISIONS, decisionsOf, runStoreCommand, type StoreTask, taskForOne } from '../store/store-command.js'
import { composePlaced } from '../store/store-lines.js'
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
    const names = input.rest('NAME')
    if (input.flag('frozen')) {
      const named = names.length > 0 ? { skills: names } : {}
      return runStoreCommand(input, context, restoreTask({ ...decisionsOf(input), ...named }))
    }
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
    if (!isAll && others.length === 0) return runStoreCommand(input, context, installTask({ ...common, skill }))
    return runStoreCommand(input, context, severalTask({ ...common, skills: isAll ? undefined : names }))
  },
}

function installTask(asked: InstallOptions): StoreTask<StoreOutcome<SkillInstallation>> {
  return taskForOne({
    run: (writer, options) => writer.install({ ...options, ...asked }),
    render: renderInstall,
    composeDone: composeInstalled,
    isFromSource: true,
  })
}

function composeInstalled(skill: SkillInstallation): readonly Line[] {
  return composePlaced(skill, describeWarnings(skill))
}

function severalTask(asked: InstallSeveralOptions): StoreTask<StoreOutcome<readonly RequestedInstallation[]>> {
  return {
    run: (writer, options) => writer.installSeveral({ ...options, ...asked }),
    render: renderInstallSeveral,
    compose: (given) =>
      given.ok ? given.value.flatMap(({ outcome }) => (outcome.ok ? composeInstalled(outcome.value) : [])) : [],
    findFailure: (given) => {
      if (!given.ok) return { refusal: given }
      const failed = given.value.flatMap(({ skill, outcome }) =>
        outcome.ok ? [] : [{ skill, label: skill, refusal: outcome }],
      )
      const error = `${failed.length} of ${given.value.length} skills could not be installed`
      return failed.length === 0 ? undefined : { error, failed }
    },
    isFromSource: true,
  }
}

function restoreTask(asked: FrozenOptions): StoreTask<StoreOutcome<readonly RestoredSkill[]>> {
  return {
    run: (writer, options) => writer.installFrozen({ ...options, ...asked }),
    render: renderFrozen,
    compose: (given) =>
      given.ok ? given.value.flatMap(({ name, status }) => (status === 'failed' ? [] : [`${name} ${status}`])) : [],
    findFailure: (given) => {
      if (!given.ok) return { refusal: given }
      const failed = given.value.flatMap((skill) =>
        skill.status === 'failed' ? [{ skill: skill.name, label: skill.name, refusal: skill.outcome }] : [],
      )
      const error = `The lock could not be restored: ${failed.map(({ skill }) => skill).join(', ')}`
      return failed.length === 0 ? undefined : { error, failed }
    },
  }
}
