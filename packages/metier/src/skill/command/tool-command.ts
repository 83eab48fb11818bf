/**
 * What a command of a skill may start: a program that PATH names, or a file of the skill. The files among its arguments
 * are the skill's own, because an approval covers no others; where the program runs makes no difference to that.
 */

import { findInterpreter, type InterpreterUse } from './interpreters.js'

/** The files of a skill by their paths below it, links resolved. */
export interface SkillFiles {
  kindOf(path: string): 'file' | 'folder' | undefined
}

/** One argument, as it is to be passed on. */
export type CommandPart =
  /** As it stands. `names` are the paths that it could be taken for in the working directory. */
  | { readonly kind: 'text'; readonly text: string; readonly names?: readonly string[] }
  /** A file or folder of the skill; `before` is what stands before the path, such as `--config=`. */
  | { readonly kind: 'path'; readonly path: string; readonly before: string }
  /** A field of the input. */
  | { readonly kind: 'field'; readonly field: string }

interface CommandProblem {
  /** Which word, from 0. */
  readonly at: number
  readonly message: string
}

export interface ToolCommand {
  /** The program first: a text is looked for on PATH. */
  readonly parts: readonly CommandPart[]
  readonly problems: readonly CommandProblem[]
}

export interface CommandContext {
  readonly files: SkillFiles
  readonly cwd: 'skill' | 'workdir'
  /** Whether `{field}` stands for a field of the input. */
  readonly hasFields: boolean
}

export function readCommand(words: readonly string[], context: CommandContext): ToolCommand {
  const use = findInterpreter(words)
  const program = words[0] ?? ''
  const read = words.map((word, at) => (at === 0 ? readProgram(word, context) : readArgument(word, at, use, context)))
  const problems = read.flatMap((part, at) => ('problem' in part ? [{ at, message: part.problem }] : []))
  const parts = read.map((part): CommandPart => ('problem' in part ? { kind: 'text', text: '' } : part))
  return { parts, problems: [...problems, ...findHazards(words, use, context), ...findEnvHazards(program, words)] }
}

/** The field that an argument stands for: `{file}`. What could be JSON is an argument like any other. */
export function fieldNamed(word: string): string | undefined {
  return /^\{([^{}/"':,\s]+)\}$/.exec(word)?.[1]
}

type Read = CommandPart | { readonly problem: string }

function readProgram(word: string, { files }: CommandContext): Read {
  if (!/[/\\]/.test(word) && fieldNamed(word) === undefined) return { kind: 'text', text: word }
  const path = pathInSkill(word)
  if (path !== undefined && files.kindOf(path) === 'file') return { kind: 'path', path, before: '' }
  return {
    problem: `the program '${word}' is not a file in the skill: write a name on PATH, such as python3, or the path of a file in the skill`,
  }
}

function readArgument(word: string, at: number, use: InterpreterUse | undefined, context: CommandContext): Read {
  if (use?.code.includes(at)) return { kind: 'text', text: word }
  const mustBeFile = use !== undefined && (use.script === at || use.loaded.includes(at))
  const field = context.hasFields ? fieldNamed(word) : undefined
  // What stands before the script may be an option that names another one.
  if (field !== undefined) return mustBeFile || isBeforeScript(at, use) ? refuseField(word) : { kind: 'field', field }
  return readPath(word, mustBeFile, context)
}

function isBeforeScript(at: number, use: InterpreterUse | undefined): boolean {
  return use !== undefined && at > use.at && at < (use.script ?? use.code[0] ?? 0)
}

function refuseField(word: string): Read {
  return { problem: `'${word}' would let the input choose what is run: name a file in the skill first` }
}

function readPath(word: string, mustBeFile: boolean, context: CommandContext): Read {
  if (mustBeFile) return readFileOf('', word, true, context)
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(word)) return { kind: 'text', text: word, names: [word] }
  const { before, value } = splitOption(word)
  if (value === '' || DEVICES.has(value)) return { kind: 'text', text: word }
  return readFileOf(before, value, value.startsWith('{skill}'), context)
}

function readFileOf(before: string, value: string, isNamed: boolean, { files, cwd }: CommandContext): Read {
  const word = `${before}${value}`
  if (leavesSkill(value, before)) return { problem: `'${word}' leaves the skill: put the file into the skill` }
  const path = pathInSkill(value)
  const kind = path === undefined ? undefined : files.kindOf(path)
  const isMeant = isNamed || kind === 'file' || /[/\\]./.test(value)
  if (path !== undefined && kind !== undefined && isMeant) return { kind: 'path', path, before }
  if (isNamed || looksLikeScript(value, cwd)) return refuseMissing(word)
  return { kind: 'text', text: word, names: before === '' ? [word] : [word, value] }
}

function refuseMissing(word: string): Read {
  return { problem: `'${word}' is not a file in the skill` }
}

const DEVICES: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '.', './'])

/** `--config=x`, `NAME=x`, `-I./x` and `@x` have a path behind something else. */
function splitOption(word: string): { readonly before: string; readonly value: string } {
  const before = /^(?:--?[\w.-]+=@?|[A-Za-z_]\w*=@?|-[A-Za-z](?=[./~{\\])|@)/.exec(word)?.[0] ?? ''
  if (before !== '') return { before, value: word.slice(before.length) }
  return /^-[A-Za-z]\w*\.\w+$/.test(word)
    ? { before: word.slice(0, 2), value: word.slice(2) }
    : { before, value: word.startsWith('-') ? '' : word }
}

const ABSOLUTE = /^(?:\/[\w.]|\/$|\\\\\w|~[\w.-]*[/\\]|[A-Za-z]:[/\\]|file:)/

function leavesSkill(value: string, before: string): boolean {
  if (ABSOLUTE.test(value)) return true
  const pieces = value.split(/[:,;]/)
  const isList = before.endsWith('=')
  // A leading slash or backslash alone may be the beginning of a pattern.
  return pieces.some(
    (piece) => pathInSkill(piece.replace(/^[/\\]+/, '')) === undefined || (isList && ABSOLUTE.test(piece)),
  )
}

/** A path below the skill without `.` and `..`; undefined if it leads out of it. */
export function pathInSkill(text: string): string | undefined {
  const below = text.replace(/^\{skill\}(?=\/|$)\/*/, '').replaceAll('\\', '/')
  if (below.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of below.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

const SCRIPT =
  /^[^\s*?[\]]+\.(?:py|pyw|pyz|js|cjs|mjs|jsx|ts|cts|mts|tsx|sh|bash|zsh|ksh|fish|rb|pl|php|lua|r|ps1|bat|cmd|jar|tcl|awk|exs?|wasm)$/i

/** What is missing in the skill would otherwise be looked for where the program runs. */
function looksLikeScript(value: string, cwd: CommandContext['cwd']): boolean {
  return SCRIPT.test(value) && (cwd === 'workdir' || /[/\\]/.test(value))
}

function findHazards(
  words: readonly string[],
  use: InterpreterUse | undefined,
  { cwd }: CommandContext,
): readonly CommandProblem[] {
  if (use?.hazard === 'stdin') {
    return [{ at: use.at, message: `'${words.join(' ')}' would run its input: name a file in the skill` }]
  }
  if (use?.hazard !== 'directory' || cwd !== 'workdir') return []
  const message = `'${words[use.at]}' imports modules from the working directory: add the option -I, or leave out cwd: workdir`
  return [{ at: use.at, message }]
}

/** `env` can replace what the other words mean. */
function findEnvHazards(program: string, words: readonly string[]): readonly CommandProblem[] {
  if (program !== 'env') return []
  return words.flatMap((word, at) =>
    /^(?:-\w*S|--split-string|PATH=)/.test(word)
      ? [{ at, message: `'${word}' may not stand here: write the program and its arguments` }]
      : [],
  )
}
