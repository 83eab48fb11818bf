/** The definition of a command. Parsing, help, completion and the reference page all derive from it. */

import { CATEGORIES } from '../../skill/policy-rule.js'
import type { CommandIo } from '../terminal/command-io.js'
import type { Line } from '../terminal/lines.js'

/** What a word can name. The shell asks `metier __complete` for all but files, folders and commands. */
export type Completes =
  | 'skills'
  /** Skills that are in a lockfile. */
  | 'installed'
  | 'sets'
  /** The tools in the tools file of the skill named by the word before. */
  | 'skillTools'
  | 'settings'
  /** The values of the setting named by the word before. */
  | 'settingValues'
  | 'commands'
  | 'files'
  | 'folders'
  | 'agents'
  | 'skillsAndFiles'

export interface Argument {
  /** The name that help shows: NAME, PATH. */
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
  /** Takes all remaining words. */
  readonly isRepeated?: boolean
  /** The allowed words. */
  readonly values?: readonly string[]
  /** What completion offers in addition to `values`. */
  readonly completes?: Completes
  /** The error that `--json` prints if it is missing, as a contract fixes it. */
  readonly whenMissing?: string
}

export interface Option {
  /** Without the dashes. */
  readonly name: string
  readonly short?: string
  /** A second letter, which help does not show. */
  readonly alsoShort?: string
  /** A `count` is a whole number, at least 1 unless `least` and `most` say otherwise; `texts` can be repeated. */
  readonly kind: 'flag' | 'text' | 'texts' | 'count'
  readonly least?: number
  readonly most?: number
  /** The name of the value that help shows: DIR, FILE, N. */
  readonly value?: string
  readonly values?: readonly string[]
  readonly default?: string | number
  readonly summary: string
  /** Options that cannot be used with it. */
  readonly excludes?: readonly string[]
  /** The option that it requires. */
  readonly needs?: string
  readonly completes?: Completes
}

interface Example {
  readonly line: string
  readonly summary: string
}

/** An option with its value, or an argument, as it was typed. */
export interface Piece {
  readonly words: readonly string[]
  /** The option's name; undefined for an argument. */
  readonly option?: string
}

/** The words of one call, checked against a command definition. */
export interface Input {
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  count(name: string): number | undefined
  argument(name: string): string | undefined
  /** All words of an argument. */
  rest(name: string): readonly string[]
  /** The name of the command. */
  readonly command: string
  /** Everything after the name, in the order in which it was typed. */
  readonly pieces: readonly Piece[]
}

/** The context that every command gets in addition to its own words. */
export interface Context {
  /** The directory that the command acts in; relative paths are resolved against it. */
  readonly workdir: string
  /** Roots that replace the default ones; empty if none were given. */
  readonly roots: readonly string[]
  readonly config: string | undefined
  /** The set of skills that the command works on; undefined for all. */
  readonly set: string | undefined
  /** The commands that help and completion list. */
  readonly commands: readonly CommandEntry[]
  /** METIER_TOKEN, if the command names the hub that it is for. */
  readonly hubToken?: { readonly origin: string; readonly value: string } | undefined
  /** For what is said and asked before the answer. */
  readonly io: CommandIo
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** The result of a command. The command does not print it itself. */
export interface CommandOutcome {
  /** 0 for success, 1 if it failed or refused, 2 for a usage error. */
  readonly exitCode: 0 | 1 | 2
  /** The document that `--json` prints. */
  readonly json: unknown
  /** The same as text; without a terminal, the number of columns is infinite. */
  readonly lines: (columns: number) => readonly Line[]
  /** The error message; `json` contains it too. */
  readonly error?: string
  /** Further lines for stderr. */
  readonly notes?: readonly Line[]
  /** The lines for stderr after Ctrl-C: what was done before it. */
  readonly doneBefore?: readonly Line[]
  /** Work that runs after the answer was printed. */
  readonly afterwards?: () => Promise<void>
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** Further paragraphs of help. */
  readonly details?: readonly string[]
  readonly arguments: readonly Argument[]
  readonly options: readonly Option[]
  readonly examples: readonly [Example, Example, ...Example[]]
  /** Global options whose file or directory does not have to exist, because the command creates or reports it. */
  readonly mayLack?: readonly ('root' | 'config')[]
  run(input: Input, context: Context): CommandOutcome | Promise<CommandOutcome>
}

/** A command that is not loaded yet. */
export interface CommandEntry {
  readonly name: string
  /** Other names that it answers to. */
  readonly aliases?: readonly string[]
  readonly summary: string
  /** True if scripts call it, not people. */
  readonly isHidden?: boolean
  /** Loads only this command. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** A successful answer, unless `exitCode` says otherwise. */
export function answer(
  json: unknown,
  lines: CommandOutcome['lines'],
  more: Partial<Pick<CommandOutcome, 'exitCode' | 'notes' | 'afterwards'>> = {},
): CommandOutcome {
  return { exitCode: 0, json, lines, ...more }
}

/** An operation that failed or was refused, with notes on what to do next. */
export function refuse(error: string, notes: readonly Line[] = [], json: unknown = { error }): CommandOutcome {
  return { exitCode: 1, json, lines: () => [], error, notes }
}

/** A usage error, with notes on what to do next. */
export function misuse(error: string, notes: readonly Line[] = [], json: object = { error }): CommandOutcome {
  return { exitCode: 2, json, lines: () => [], error, notes }
}

/** If the user says no, that is not an error. */
export function decline(what: string): CommandOutcome {
  const said = `${what}: you declined.`
  return { exitCode: 1, json: { error: said }, lines: () => [], notes: [said] }
}

/** `--set`, for the commands that offer skills. */
export const SET: Option = {
  name: 'set',
  kind: 'text',
  value: 'NAME',
  completes: 'sets',
  summary: 'Only use the skills of this set',
}

/** `--strict`, for the commands that read a registry. */
export const STRICT: Option = {
  name: 'strict',
  kind: 'flag',
  summary: 'Ignore skills that do not conform to the specification',
}

/** `--allow`, for the commands that activate a skill. */
export const ALLOW: Option = {
  name: 'allow',
  kind: 'texts',
  value: 'CATEGORY',
  values: CATEGORIES,
  summary: 'Allow calls of this category without asking (repeatable)',
}
