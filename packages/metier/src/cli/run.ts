/** Runs one call of `metier`, from its words to an exit code. */

import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { isMainFileName } from '../skill/main-file.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { messageOf } from '../skill/unknown-value.js'
import { isFile, isFolder, isThere } from '../system/files/files.js'
import { namedConfiguration } from '../system/files/paths.js'
import { mapStack } from '../system/mapped-stack.js'
import {
  type Command,
  type CommandEntry,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from './arguments/command.js'
import { findCommandWord, parseWords } from './arguments/parse-words.js'
import { COMMANDS } from './commands.js'
import type { CommandIo } from './terminal/command-io.js'
import { findKeptOptions } from './terminal/keep-options.js'
import { printAside, printOutcome } from './terminal/print.js'
import { readVersion } from './version.js'

const INTERRUPTED = 130
const SHOWN_COMMANDS = COMMANDS.filter(({ isHidden }) => !isHidden)

/** Commands that are already loaded, by name. */
type Loaded = Readonly<Record<string, Command>>

/** Runs a command to its end and returns the exit code. */
export async function run(words: readonly string[], io: CommandIo, loaded: Loaded = {}): Promise<number> {
  const ends = words.indexOf('--')
  const before = ends < 0 ? words : words.slice(0, ends)
  const kept = findKeptOptions(before)
  const appearance = { isJson: before.includes('--json'), isPlain: before.includes('--no-color'), kept }
  try {
    const outcome = await answerWords(words, io, loaded)
    if (io.signal.aborted) {
      printAside(io, outcome.doneBefore, appearance)
      return INTERRUPTED
    }
    printOutcome(io, outcome, appearance)
    await outcome.afterwards?.()
    return outcome.exitCode
  } catch (error) {
    if (io.signal.aborted) return INTERRUPTED
    const trace = error instanceof Error ? mapStack(error.stack ?? '') : []
    const request = 'This is a bug in metier. Please report it with the lines above.'
    printOutcome(io, refuse(`unexpected error: ${messageOf(error)}`, [...trace, request]), appearance)
    return 1
  }
}

async function answerWords(words: readonly string[], io: CommandIo, loaded: Loaded): Promise<CommandOutcome> {
  const at = findCommandWord(words)
  const name = words[at]
  const entry = COMMANDS.find((candidate) => isNamed(candidate, name ?? 'help'))
  if (entry === undefined) {
    const { refuseCommand } = await import('./arguments/unknown-command.js')
    return refuseCommand(name ?? '', SHOWN_COMMANDS)
  }
  const command = loaded[entry.name] ?? (await entry.load()).command
  const parsing = parseWords(command, words.toSpliced(at < 0 ? words.length : at, 1))
  if (!parsing.ok) {
    const { explainMisuse } = await import('./arguments/explain-misuse.js')
    return explainMisuse(name === undefined ? undefined : command, words, parsing)
  }
  const { input } = parsing
  if (input.flag('version')) return answerVersion(input)
  if (input.flag('help')) {
    const { answerHelp, answerOverview } = await import('./help.js')
    return entry.name === 'help' ? answerOverview(SHOWN_COMMANDS) : answerHelp(command)
  }
  return runCommand(command, input, io)
}

async function runCommand(command: Command, input: Input, io: CommandIo): Promise<CommandOutcome> {
  const context = createContext(command, input, io)
  if ('exitCode' in context) return context
  return (await refuseSet(context)) ?? command.run(input, context)
}

/** Settings are read only if a set is named: most commands read them later. */
async function refuseSet(context: Context): Promise<CommandOutcome | undefined> {
  if (context.set === undefined) return undefined
  const { checkSet } = await import('./skills/known-set.js')
  return checkSet(context.set, context)
}

function isNamed({ name, aliases = [] }: CommandEntry, word: string): boolean {
  return name === word || aliases.includes(word)
}

/** Commands that read no settings. */
const UNSET: ReadonlySet<string> = new Set(['help', 'completion', 'complete'])

function createContext(
  { name, mayLack = [], options }: Command,
  input: Input,
  io: CommandIo,
): Context | CommandOutcome {
  const workdir = resolveFolder(io, input.text('workdir') ?? '.')
  if (workdir === undefined) {
    return refuse('the current directory no longer exists', ['Change to another directory, or pass --workdir DIR.'])
  }
  if (!isFolder(workdir)) return misuse(`--workdir ${describeAbsence(workdir, 'directory')}`)
  const roots = input.texts('root').map((path) => resolve(workdir, path))
  const absent = mayLack.includes('root') ? undefined : roots.find((path) => !isFolder(path))
  if (absent !== undefined) {
    // The SKILL.md of a skill stands for its directory.
    const example = isMainFileName(basename(absent)) ? `: --root ${quoteForShell(dirname(absent))}` : ''
    return misuse(`--root ${describeAbsence(absent, 'directory')}`, [`Pass a directory that contains skills${example}`])
  }
  const given = input.text('config')
  const config = given === undefined ? undefined : resolve(workdir, given)
  const refused = mayLack.includes('config') ? undefined : refuseConfiguration(config, UNSET.has(name))
  if (refused !== undefined) return refused
  const set = options.some(({ name }) => name === 'set') ? input.text('set') : undefined
  return { workdir, roots, config, set, commands: SHOWN_COMMANDS, io, signal: io.signal }
}

/** A configuration that was named may forbid anything, so nothing goes on without it. */
function refuseConfiguration(config: string | undefined, isUnset: boolean): CommandOutcome | undefined {
  if (config !== undefined) return isFile(config) ? undefined : misuse(`--config ${describeAbsence(config, 'file')}`)
  const named = isUnset ? undefined : namedConfiguration()
  if (named === undefined || isFile(named)) return undefined
  return misuse(`METIER_CONFIG: ${describeAbsence(named, 'file')}`, [
    "Correct the variable, or create the file with 'metier config set'.",
  ])
}

function describeAbsence(path: string, kind: 'file' | 'directory'): string {
  return isThere(path) ? `${path} is not a ${kind}` : `${path} does not exist`
}

function resolveFolder({ workdir }: CommandIo, path: string): string | undefined {
  if (isAbsolute(path)) return resolve(path)
  return workdir === undefined ? undefined : resolve(workdir, path)
}

/** Next to the names of skills it was meant for one of them. */
function answerVersion({ pieces }: Input): CommandOutcome {
  const named = pieces.find(({ option }) => option === undefined)?.words[0]
  if (named !== undefined) {
    const advice = `To choose the version of a skill, add it to the name: ${named}@VERSION`
    return misuse('--version prints the version of metier, and takes no value', [advice])
  }
  const version = readVersion()
  return { exitCode: 0, json: { version }, lines: () => [version] }
}
