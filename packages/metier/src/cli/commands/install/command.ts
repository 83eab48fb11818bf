import { join } from 'node:path'
import type { SkillInstallation, StoreOutcome } from '../../../contracts/store-outcomes.js'
import type { InstallOptions } from '../../../manager/store-operations/store-options.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { isFolder, isThere } from '../../../system/files/files.js'
import { AGENT, isMisuse, readAgents } from '../../arguments/agent-option.js'
import { type Command, type CommandOutcome, type Context, type Input, misuse } from '../../arguments/command.js'
import { typeAgain } from '../../arguments/typed-again.js'
import { tokenForSource } from '../../hub/named-hub.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { DECISIONS, decisionsOf, runStoreCommand, type StoreTask } from '../../store/store-command.js'
import type { Line } from '../../terminal/lines.js'
import { askingForAgents } from './chosen-agents.js'
import { chosenTask } from './chosen-task.js'
import { composeCommand, listTask } from './offers.js'
import { composeOne, findFailureOfOne, renderOne } from './one-skill.js'
import { rememberAgents } from './remembered-agents.js'
import { restoreLocks } from './restore-locks.js'
import { severalTask } from './several-task.js'
import { isSource, readTypedRequest, type TypedRequest } from './typed-request.js'
import { warningOfPlace } from './warn-of-place.js'
import { warnOfRival } from './warn-of-rivals.js'

export const command: Command = {
  name: 'install',
  summary: 'Install a skill from a registry, repository, archive or directory',
  details: [
    'SOURCE is owner/repo[/path][@skill][#ref] on GitHub, a repository or https URL, ./directory, ./archive.zip, npm:package[@range][/skill], a git repository on disk (git+file:///path), clawhub, another registry (clawhub+https://host), or an MCP server with skills (mcp:https://host/mcp; only at a terminal). Write it first, or behind --from. If you name no skill, the only skill of the source is installed; if there are several, you pick from a list.',
    'The source must be trusted. Metier scans the files before it installs them: it refuses dangerous skills and asks you about suspicious ones. It never runs code of the skill.',
    'Agents that do not read .agents/skills, such as Claude Code, see the skill through a link in their own directory: name them with --agent, or set skills.agents. The agents of the first --agent are remembered as skills.agents; a later --agent is about that call only. On a terminal you are asked once.',
    "--frozen restores the named skills, or all of them, exactly as recorded in the lockfile, and does not change it. Files come from the versions kept for rollback if possible, otherwise from the source. With several lockfiles, it restores all of them: with --project those of the project, from the working directory up to the repository's root, otherwise your own. Without --project it uses the project's if you have none.",
    '--project means the repository: its root, or the nearest directory above that has a lockfile. Outside a repository it is the working directory. A source inside it is recorded relative to it, so that a clone finds it.',
  ],
  arguments: [
    {
      name: 'SKILL',
      summary:
        'A source, then names of skills in it (pdf, @owner/pdf, or a path in the source); with --from, names only',
      isOptional: true,
      isRepeated: true,
      completes: 'files',
    },
  ],
  options: [
    { name: 'from', kind: 'text', value: 'SOURCE', summary: 'Source to install from' },
    { name: 'all', kind: 'flag', summary: 'Install every skill in the source', excludes: ['frozen'] },
    {
      name: 'plugin',
      kind: 'text',
      value: 'NAME',
      summary: 'Install every skill of one plugin of the source, or the named ones; with --list, show only these',
      excludes: ['frozen', 'all'],
    },
    {
      name: 'list',
      kind: 'flag',
      summary: 'Show the skills that the source offers, and install nothing',
      excludes: ['frozen', 'all', 'force'],
    },
    {
      name: 'full-depth',
      kind: 'flag',
      summary: 'Search all directories of the source, not only the usual ones and not only its root',
      excludes: ['frozen'],
    },
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
    { ...AGENT, excludes: ['frozen', 'list'] },
    ...DECISIONS,
  ],
  mayLack: ['root'],
  examples: [
    { line: 'metier install himalaya --from clawhub', summary: 'Install from the registry' },
    { line: 'metier install example/skills@pdf', summary: 'Install one skill from a repository on GitHub' },
    { line: 'metier install example/skills --list', summary: 'Show what a repository offers' },
    {
      line: 'metier install ./skills pdf docx --project',
      summary: 'Install two skills of a directory into this project',
    },
    { line: 'metier install ./skills pdf --agent claude-code', summary: 'Also link the skill for Claude Code' },
    { line: 'metier install --frozen --project', summary: "Restore a project's skills after a clone" },
  ],
  async run(input, context): Promise<CommandOutcome> {
    if (input.flag('project') && context.roots.length > 0) return misuse('--project cannot be used with --root')
    if (input.flag('frozen')) return restoreLocks(input, context)
    const typed = readTypedRequest(input, context)
    const { from, names } = typed
    const wholly = findWholeOption(input)
    if (from === undefined) return refuseSourceless(typed, context)
    if (names.length > 0 && wholly !== undefined) return refuseNames(wholly, typed)
    const agents = input.flag('list') ? undefined : readAgents(input)
    if (isMisuse(agents)) return agents
    const hubToken = tokenForSource(from, findSurroundings(context, false))
    const asked = { ...context, hubToken }
    const outcome = await rememberAgents(await installFrom({ ...typed, from }, agents, asked), agents, context)
    return outcome.exitCode === 0
      ? outcome
      : { ...outcome, notes: [...suggestPath(from, input, context), ...(outcome.notes ?? [])] }
  },
}

/** The option that is about everything a source offers. */
function findWholeOption(input: Input): string | undefined {
  return ['all', 'list'].find((name) => input.flag(name))
}

function installFrom(
  { from, names, input }: TypedRequest & { readonly from: string },
  agents: readonly string[] | undefined,
  context: Context,
) {
  const common = {
    ...decisionsOf(input),
    from,
    agents,
    force: input.flag('force'),
    keepsSettings: input.flag('with-settings'),
    isFullDepth: input.flag('full-depth'),
    plugin: input.text('plugin'),
  }
  const [skill, ...others] = names
  if (input.flag('list'))
    return runStoreCommand(input, context, listTask({ from, isFullDepth: common.isFullDepth, plugin: common.plugin }))
  const run = <Given>(task: StoreTask<Given>) =>
    runStoreCommand(input, context, warningOfPlace(askingForAgents(task, input, context), from, input, context))
  const named = names.length > 0 ? { skills: names } : {}
  if (input.flag('all') || common.plugin !== undefined) return run(severalTask({ ...common, ...named }))
  if (skill === undefined) return run(chosenTask(common, input, context.io))
  if (others.length > 0) return run(severalTask({ ...common, skills: names }))
  return run(installTask({ ...common, skill }))
}

function refuseNames(option: string, { names, input, from = '' }: TypedRequest): CommandOutcome {
  const options = input.pieces.filter(({ option: name }) => name !== undefined && name !== 'from')
  const whole = typeAgain({ command: input.command, pieces: [{ words: [from] }, ...options] }, {})
  return misuse(`--${option} is about the whole source, so it cannot be used with '${names.join("', '")}'`, [
    'Leave the name out:',
    composeCommand(whole),
  ])
}

/** A name alone does not say where the skill is from. */
function refuseSourceless({ names, input }: TypedRequest, context: Context): CommandOutcome {
  const [first] = names
  if (first?.trim() === '') return misuse('the source must not be empty', ['Pass owner/repo, ./directory or a URL.'])
  if (first === undefined && !input.flag('list') && !input.flag('all')) {
    const json = { error: "skill name required for 'install' action" }
    return misuse('missing argument SKILL', ['Pass a source, or --from SOURCE and names.'], json)
  }
  const error = "source required for 'install' action"
  const source = names.find(isSource)
  if (source !== undefined) {
    const words = [source, ...names.filter((name) => name !== source)]
    const options = input.pieces.filter(({ option }) => option !== undefined)
    const typed = { command: input.command, pieces: [{ words }, ...options] }
    const notes = ['The source comes first:', composeCommand(typeAgain(typed, {}))]
    return misuse('missing argument SOURCE', notes, { installed: false, error })
  }
  const path = first === undefined ? [] : suggestPath(first, input, context)
  const notes: readonly Line[] = [
    'Write the source first (owner/repo, ./directory, a URL), or add --from SOURCE.',
    ...path,
    ...(first === undefined || path.length > 0
      ? []
      : ['To look for it in the registry:', composeCommand(`metier search ${quoteForShell(first)} --from clawhub`)]),
  ]
  return misuse('missing argument SOURCE', notes, { installed: false, error })
}

/** `pdf` is a name and `skills/pdf` a repository; with such a directory here, that may be meant instead. */
function suggestPath(word: string, input: Input, { workdir }: Context): readonly Line[] {
  const place = join(workdir, word)
  if (!/^[^./~\\:@#][^\\:@#]*$/.test(word) || !isFolder(place)) return []
  const options = input.pieces.filter(({ option }) => option !== undefined && option !== 'from')
  const pieces = [{ words: [`./${word}`] }, ...options]
  const typed = typeAgain({ command: input.command, pieces }, { without: ['list'] })
  return isThere(join(place, 'SKILL.md'))
    ? ['To install from the directory here:', composeCommand(typed)]
    : ['To see what the directory here offers:', composeCommand(`${typed} --list`)]
}

function installTask(asked: InstallOptions): StoreTask<StoreOutcome<SkillInstallation>> {
  return {
    run: (writer, options) => writer.install({ ...options, ...asked }),
    render: renderOne,
    compose: (given) => composeOne(asked.skill, given),
    findFailure: findFailureOfOne,
    warn: warnOfRival,
    isFromSource: true,
  }
}
