/** `metier mcp install` and `uninstall`: shows what would change in a client's configuration, then changes it. */

import { isAbsolute, join } from 'node:path'
import { findProjectFolder } from '../../../manager/store-operations/store-context.js'
import { CLIENTS, type ClientSetup, type Launch } from '../../../mcp/clients/clients.js'
import {
  type ConfigurationChange,
  hasServer,
  keyIn,
  planInstall,
  planUninstall,
} from '../../../mcp/clients/plan-change.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { USER_FOLDER } from '../../../store/store-folder.js'
import {
  backupOf,
  isMadeFile,
  markMadeFile,
  readEditedFile,
  writeEditedFile,
} from '../../../system/files/edited-file.js'
import { isFile } from '../../../system/files/files.js'
import { findWhereabouts } from '../../../system/whereabouts.js'
import { answer, type CommandOutcome, type Context, decline, misuse, refuse } from '../../arguments/command.js'
import { diffLines } from '../../terminal/diff-lines.js'
import { type Line, say } from '../../terminal/lines.js'
import { type FailedLaunch, findLaunch } from './find-launch.js'

export interface SetUp {
  readonly action: 'install' | 'uninstall'
  readonly client: string
  /** True for the project's configuration instead of the user's. */
  readonly isForProject: boolean
  /** True to only show what would change. */
  readonly isShownOnly: boolean
  /** The options to start `metier mcp` with. */
  readonly words: readonly string[]
  /** Asks before anything is written; undefined without a terminal. */
  readonly confirm: ((lines: readonly Line[]) => Promise<boolean>) | undefined
}

export async function setUpClient(setUp: SetUp, context: Context): Promise<CommandOutcome> {
  const client = CLIENTS[setUp.client]
  if (client === undefined) return misuse(`unknown client: ${setUp.client}`)
  const machine = findWhereabouts()
  if (machine === undefined) return refuse('no home directory found')
  // Clients look in the project's top directory, wherever in it this was typed.
  const project = findProjectFolder({ workdir: context.workdir, home: machine.home })
  const whereabouts = { ...machine, project, exists: isFile }
  if (setUp.isForProject && client.projectFile === undefined)
    return misuse(`${client.title} has no project configuration`)
  const file = (setUp.isForProject ? client.projectFile : client.userFile)?.(whereabouts) ?? ''
  const before = readEditedFile(file)
  if (!before.ok) return refuse(before.reason)
  const record = join(machine.home, USER_FOLDER)
  const isMade = isMadeFile(record, file)
  const plan = { setUp, client, file, record, isMade, before: before.text, backup: before.backup }
  if (setUp.action === 'uninstall') return carryOut({ ...plan, change: planUninstall(client, { ...before, isMade }) })
  const found = await findLaunch({
    words: setUp.words,
    cwd: setUp.isForProject ? project : context.workdir,
    isShared: setUp.isForProject,
  })
  if (!found.ok) return refuseLaunch(found)
  const { launch } = found
  return carryOut({ ...plan, launch, change: planInstall(client, before, launch) })
}

/** An entry that does not start would only be noticed in the client. */
function refuseLaunch({ launch, reason }: FailedLaunch): CommandOutcome {
  const command = [launch.command, ...launch.words].map(quoteForShell).join(' ')
  return refuse(`the server does not start: ${reason}`, [
    'Nothing was changed. To see the problem, run:',
    `  ${command} < /dev/null`,
  ])
}

interface Plan {
  readonly setUp: SetUp
  readonly client: ClientSetup
  readonly file: string
  readonly before: string | undefined
  /** The file before the first installation. */
  readonly backup: string | undefined
  /** True if the file was made by an installation. */
  readonly isMade: boolean
  /** The directory that remembers which files were made. */
  readonly record: string
  readonly change: ConfigurationChange
  /** Set for an installation. */
  readonly launch?: Launch
}

async function carryOut(plan: Plan): Promise<CommandOutcome> {
  const { setUp, client, file, before, change } = plan
  const base = { client: setUp.client, file, ...describePreview(plan) }
  if (change.kind === 'unreadable') return refuseForm(plan, change.line)
  if (change.kind === 'none') return answer({ ...base, changed: false }, () => [describeNothing(plan)])
  const shown: readonly Line[] = [file, ...diffLines(before ?? '', change.text ?? '')]
  if (setUp.isShownOnly) return answer({ ...base, changed: false, text: change.text ?? null }, () => shown)
  if (setUp.confirm !== undefined && !(await setUp.confirm(shown))) return decline('Nothing was changed')
  const problem = write(plan, change.text)
  if (problem !== undefined) return refuse(problem, ['Check who owns the file and its directory.'])
  const asked = setUp.confirm === undefined ? shown : []
  const undo = `To undo: metier mcp uninstall ${setUp.client}${setUp.isForProject ? ' --project' : ''}`
  const next = setUp.action === 'install' ? [...warnOfCache(plan), ...warnOfPaths(plan), client.next, say(undo)] : []
  const written = describeWritten(plan, change.text)
  return answer({ ...base, changed: true }, () => [...asked, ...(asked.length === 0 ? [] : ['']), ...written, ...next])
}

/** A script that only looks learns whether there is anything to change. */
function describePreview({ setUp, change }: Plan): object {
  return setUp.isShownOnly ? { wouldChange: change.kind !== 'none' } : {}
}

function describeWritten(plan: Plan, after: string | undefined): readonly string[] {
  const { setUp, client, file, before, backup } = plan
  if (setUp.action === 'install') {
    const kept = backupOf(file)
    const done = hasServer(client, before ?? '') ? 'Updated' : 'Added'
    const when = isBackedUp(plan) ? 'before' : 'before the first install'
    return [`${done} ${keyIn(client)} in ${file}`, ...(isFile(kept) ? [`The file as it was ${when}: ${kept}`] : [])]
  }
  if (after === undefined) return [`Removed ${file}, which did not exist before the install`]
  if (after === backup) return [`Restored ${file} as it was before the install`]
  const own = hasOwnEntry(plan) ? [`Your own entry is in ${backupOf(file)}`] : []
  return [`Removed ${keyIn(client)} from ${file}`, ...own]
}

/** Whether the file had an entry that we did not write. */
function hasOwnEntry({ client, backup }: Plan): boolean {
  return backup !== undefined && hasServer(client, backup)
}

/** npm may delete what npx downloaded. */
function warnOfCache({ launch }: Plan): readonly string[] {
  const isCached = launch?.words.some((word) => /[\\/]_npx[\\/]/.test(word)) === true
  return isCached
    ? ["The entry points into npx's cache. To keep it working, install Metier: npm install -g metier"]
    : []
}

/** The project's file is usually committed, and paths of this machine start nothing on another one. */
function warnOfPaths({ setUp, file, launch }: Plan): readonly Line[] {
  const words = launch === undefined ? [] : [launch.command, ...launch.words]
  if (!setUp.isForProject || !words.some((word) => isAbsolute(word))) return []
  const warning = `${file} has paths of this machine, which do not work for others.`
  // The paths of --root and --config stay, however the server is started.
  if (setUp.words.some((word) => isAbsolute(word))) return [warning]
  return [
    `${warning} For an entry with 'npx metier mcp', add metier to the project's devDependencies and install again.`,
  ]
}

function describeNothing({ setUp, client, file }: Plan): string {
  return `${client.title} ${setUp.action === 'install' ? 'is already configured' : 'is not configured'}: ${file}`
}

function refuseForm({ client, file, launch }: Plan, line: number | undefined): CommandOutcome {
  const entry = launch && JSON.stringify(client.toEntry(launch))
  const byHand = entry === undefined ? [] : [`To add the entry by hand, use the key ${keyIn(client)}: ${entry}`]
  if (line === undefined) return refuse(`cannot edit ${file}: unexpected format for ${client.title}`, byHand)
  return refuse(`${file}:${line} is not valid JSON`, ['Nothing was changed. Fix the file, then try again.', ...byHand])
}

/** Keeps a backup before the first change, and deletes it on uninstall unless only it has the user's own entry. */
function write(plan: Plan, after: string | undefined): string | undefined {
  const { setUp, file, before, backup: known, record } = plan
  const backup = backupOf(file)
  if (setUp.action === 'uninstall') {
    const isNeeded = after !== known && hasOwnEntry(plan)
    const problem = writeEditedFile(file, after) ?? (isNeeded ? undefined : writeEditedFile(backup, undefined))
    if (problem === undefined) markMadeFile(record, file, false)
    return problem
  }
  const problem = (isBackedUp(plan) ? writeEditedFile(backup, before) : undefined) ?? writeEditedFile(file, after)
  if (problem === undefined && before === undefined) markMadeFile(record, file, true)
  return problem
}

/** Not an entry of an earlier installation. */
function isBackedUp({ client, before, backup, isMade }: Plan): boolean {
  return !hasServer(client, before ?? '') || (backup === undefined && !isMade)
}
