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
  summary: 'Install a skill from a registry, repository, archive or directory',
  details: [
    'SOURCE is clawhub, another registry (clawhub+https://host), local:/path (a directory or an archive), github.com/owner/repo, a repository URL, or an https URL. It must be a trusted source. Metier scans the files before it installs them: it refuses dangerous skills and asks you about suspicious ones. It never runs code of the skill.',
    '--frozen restores the named skills, or all of them, exactly as recorded in the lockfile, and does not change the lockfile. Files come from the versions kept for rollback if possible, otherwise from the source.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Names of skills in the source: pdf, @owner/pdf',
      isOptional: true,
      isRepeated: true,
    },
  ],
  options: [
    { name: 'from', kind: 'text', value: 'SOURCE', summary: 'Source to install from' },
    { name: 'all', kind: 'flag', summary: 'Install every skill in the source', excludes: ['frozen'] },
    { name: 'force', kind: 'flag', summary: 'Overwrite an installed skill; rollback can restore the old one' },
    {
      name: 'project',
      kind: 'flag',
      summary: "Install into the project's .agents/skills instead of your own",
    },
    {
      name: 'with-settings',
      kind: 'flag',
      summary: 'Also install agent settings, editor tasks and CI files, which are left out by default',
    },
    { name: 'frozen', kind: 'flag', summary: 'Restore skills from the lockfile', excludes: ['from', 'force'] },
    ...DECISIONS,
  ],
  mayLack: ['root', 'config'],
  examples: [
    { line: 'metier install himalaya --from clawhub', summary: 'Install from the registry' },
    {
      line: 'metier install pdf --from local:./skills --project',
      summary: 'Install from a directory into this project',
    },
    {
      line: 'metier install pdf docx --from github.com/example/skills',
      summary: 'Install two skills from one repository',
    },
    { line: 'metier install --frozen --project', summary: "Restore a project's skills after a clone" },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const names = input.rest('NAME')
    if (input.flag('frozen')) {
      const named = names.length > 0 ? { skills: names } : {}
      return runStoreCommand(input, context, restoreTask({ ...decisionsOf(input), ...named }))
    }
    const isAll = input.flag('all')
    if (names.length === 0 && !isAll) {
      return misuse("skill name required for 'install' action", ['Pass one or more names, or --all.'])
    }
    if (names.length > 0 && isAll) return misuse('--all cannot be used with names')
    const from = input.text('from')
    if (from === undefined) {
      const error = "source required for 'install' action"
      return { ...misuse(error, ['Add --from clawhub or another source.']), json: { installed: false, error } }
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
      const error = `could not restore from the lockfile: ${failed.map(({ skill }) => skill).join(', ')}`
      return failed.length === 0 ? undefined : { error, failed }
    },
  }
}
