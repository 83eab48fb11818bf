/** What a command is. Parsing, help, completion and the reference page are all made from this one definition. */

import type { CommandIo } from '../terminal/command-io.js'
import type { Line } from '../terminal/lines.js'

/** What a word may name. All but files, folders and commands are asked of `metier __complete` while somebody types. */
export type Completes =
  | 'skills'
  /** Skills that a lock names. */
  | 'installed'
  | 'settings'
  /** What the setting that was named before may be. */
  | 'settingValues'
  | 'commands'
  | 'files'
  | 'folders'

export interface Argument {
  /** As help shows it: NAME, PATH. */
  readonly name: string
  readonly summary: string
  readonly isOptional?: boolean
  /** Takes every further word. */
  readonly isRepeated?: boolean
  /** The words it may be. */
  readonly values?: readonly string[]
  /** What completion offers beside `values`. */
  readonly completes?: Completes
  /** The error where it is left out; a contract may fix its words (C-17). */
  readonly whenMissing?: string
}

export interface Option {
  /** Without the dashes. */
  readonly name: string
  readonly short?: string
  /** A `count` is a whole number, from 1 on unless `least` and `most` say otherwise; `texts` may be given several times. */
  readonly kind: 'flag' | 'text' | 'texts' | 'count'
  readonly least?: number
  readonly most?: number
  /** As help shows its value: DIR, FILE, N. */
  readonly value?: string
  readonly values?: readonly string[]
  readonly default?: string | number
  readonly summary: string
  /** Options that may not stand beside it. */
  readonly excludes?: readonly string[]
  /** An option that it says nothing without. */
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

/** The words of one call, checked against a definition. */
export interface Input {
  flag(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): readonly string[]
  count(name: string): number | undefined
  argument(name: string): string | undefined
  /** Every word that an argument took. */
  rest(name: string): readonly string[]
  /** The command's own name. */
  readonly command: string
  /** Everything behind it, in the order in which it was typed. */
  readonly pieces: readonly Piece[]
}

/** What every command is told beside its own words. */
export interface Context {
  /** Where it is as if the command had been started; relative paths are meant from here. */
  readonly workdir: string
  /** Roots that replace the default ones; empty where none were named. */
  readonly roots: readonly string[]
  readonly config: string | undefined
  /** The commands that people call, for those that speak about them. */
  readonly commands: readonly CommandEntry[]
  /** For what is said and asked before the answer. */
  readonly io: CommandIo
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** What a command answers; printing it is not its business. */
export interface CommandOutcome {
  /** 0 done, 1 refused or failed, 2 misused. */
  readonly exitCode: 0 | 1 | 2
  /** The one document of `--json`. */
  readonly json: unknown
  /** The same for a person; without a terminal there is no end to the columns. */
  readonly lines: (columns: number) => readonly Line[]
  /** What went wrong; `json` has it as well. */
  readonly error?: string
  /** What else there is to say, on stderr. */
  readonly notes?: readonly Line[]
  /** All that is said, on stderr, where Ctrl-C came before the end: what was done until then. */
  readonly doneBefore?: readonly Line[]
  /** What need not keep the answer waiting. */
  readonly afterwards?: () => Promise<void>
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** What the summary leaves open, one paragraph an element. */
  readonly details?: readonly string[]
  readonly arguments: readonly Argument[]
  readonly options: readonly Option[]
  readonly examples: readonly [Example, Example, ...Example[]]
  /** Global options whose file or folder need not be there yet: it makes it, or speaks about it. */
  readonly mayLack?: readonly ('root' | 'config')[]
  run(input: Input, context: Context): CommandOutcome | Promise<CommandOutcome>
}

/** A command that is not loaded yet. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  /** Called by scripts, not by people. */
  readonly isHidden?: boolean
  /** Starting one command loads no other. */
  readonly load: () => Promise<{ readonly command: Command }>
}

/** An answer with something to show. */
export function answer(
  json: unknown,
  lines: CommandOutcome['lines'],
  more: Partial<Pick<CommandOutcome, 'exitCode' | 'notes' | 'afterwards'>> = {},
): CommandOutcome {
  return { exitCode: 0, json, lines, ...more }
}

/** An operation that did not happen, and what to do next. */
export function refuse(error: string, notes: readonly Line[] = [], json: unknown = { error }): CommandOutcome {
  return { exitCode: 1, json, lines: () => [], error, notes }
}

/** A call that nobody can make sense of, and what to do next. */
export function misuse(error: string, notes: readonly Line[] = []): CommandOutcome {
  return { exitCode: 2, json: { error }, lines: () => [], error, notes }
}

/** `--strict`, for the commands that look at a registry. */
export const STRICT: Option = {
  name: 'strict',
  kind: 'flag',
  summary: 'refuse skills that are not conformant',
}
