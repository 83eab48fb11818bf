/**
 * What a skill's command may start: a program on PATH, or a file in the skill. File arguments must be files in the
 * skill, because an approval covers nothing else; the working directory does not change that.
 */

import { findInterpreter, type InterpreterUse } from './interpreters.js'

/** A skill's files by relative path, with links resolved. */
export interface SkillFiles {
  kindOf(path: string): 'file' | 'folder' | undefined
}

/** One argument, as it is passed on. */
export type CommandPart =
  /** Passed verbatim. `names` are the paths it could refer to in the working directory. */
  | { readonly kind: 'text'; readonly text: string; readonly names?: readonly string[] }
  /** A file or directory in the skill; `before` is the prefix, such as `--config=`. */
  | { readonly kind: 'path'; readonly path: string; readonly before: string }
  /** A field of the input. */
  | { readonly kind: 'field'; readonly field: string }

interface CommandProblem {
  /** Index of the word, from 0. */
  readonly at: number
  /** `missing` if the skill has no such file; `hazard` if it would run something else. */
  readonly kind: 'missing' | 'hazard'
  readonly message: string
}

export interface ToolCommand {
  /** The program comes first; plain text is looked up on PATH. */
  readonly parts: readonly CommandPart[]
  readonly problems: readonly CommandProblem[]
}

export interface CommandContext {
  readonly files: SkillFiles
  readonly cwd: 'skill' | 'workdir'
  /** Whether `{field}` is replaced with a field of the input. */
  readonly hasFields: boolean
}

export function readCommand(words: readonly string[], context: CommandContext): ToolCommand {
  const use = findInterpreter(words)
  const program = words[0] ?? ''
  const read = words.map((word, at) => (at === 0 ? readProgram(word, context) : readArgument(word, at, use, context)))
  const problems = read.flatMap((part, at) =>
    'problem' in part ? [{ at, kind: part.kind, message: part.problem }] : [],
  )
  const parts = read.map((part): CommandPart => ('problem' in part ? { kind: 'text', text: '' } : part))
  return { parts, problems: [...problems, ...findHazards(words, use, context), ...findEnvHazards(program, words)] }
}

/** The input field an argument refers to: `{file}`. Anything that could be JSON is an ordinary argument. */
export function fieldNamed(word: string): string | undefined {
  return /^\{([^{}/"':,\s]+)\}$/.exec(word)?.[1]
}

type Read = CommandPart | { readonly problem: string; readonly kind: CommandProblem['kind'] }

function readProgram(word: string, { files }: CommandContext): Read {
  if (!/[/\\]/.test(word) && fieldNamed(word) === undefined) return { kind: 'text', text: word }
  const path = pathInSkill(word)
  if (path !== undefined && files.kindOf(path) === 'file') return { kind: 'path', path, before: '' }
  return {
    kind: path === undefined || fieldNamed(word) !== undefined ? 'hazard' : 'missing',
    problem: `program '${word}' is not a file in the skill: use a program on PATH, such as python3, or a path inside the skill`,
  }
}

function readArgument(word: string, at: number, use: InterpreterUse | undefined, context: CommandContext): Read {
  if (use?.code.includes(at)) return { kind: 'text', text: word }
  const mustBeFile = use !== undefined && (use.script === at || use.loaded.includes(at))
  const field = context.hasFields ? fieldNamed(word) : undefined
  // An option before the script could name a different script.
  if (field !== undefined) return mustBeFile || isBeforeScript(at, use) ? refuseField(word) : { kind: 'field', field }
  return readPath(word, mustBeFile, context)
}

function isBeforeScript(at: number, use: InterpreterUse | undefined): boolean {
  return use !== undefined && at > use.at && at < (use.script ?? use.code[0] ?? 0)
}

function refuseField(word: string): Read {
  return { kind: 'hazard', problem: `'${word}' lets the input choose what runs: put a file from the skill before it` }
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
  if (leavesSkill(value, before)) {
    return { kind: 'hazard', problem: `'${word}' points outside the skill: move the file into the skill` }
  }
  const path = pathInSkill(value)
  const kind = path === undefined ? undefined : files.kindOf(path)
  const isMeant = isNamed || kind === 'file' || /[/\\]./.test(value)
  if (path !== undefined && kind !== undefined && isMeant) return { kind: 'path', path, before }
  if (isNamed || looksLikeScript(value, cwd)) return refuseMissing(word)
  return { kind: 'text', text: word, names: before === '' ? [word] : [word, value] }
}

function refuseMissing(word: string): Read {
  return { kind: 'missing', problem: `'${word}' is not a file in the skill` }
}

const DEVICES: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '.', './'])

/** `--config=x`, `NAME=x`, `-I./x` and `@x` put something in front of a path. */
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
  // A single leading slash or backslash may start a pattern.
  return pieces.some(
    (piece) => pathInSkill(piece.replace(/^[/\\]+/, '')) === undefined || (isList && ABSOLUTE.test(piece)),
  )
}

/** A path inside the skill without `.` and `..`; undefined if it points outside. */
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

/** A file missing from the skill would be resolved in the working directory instead. */
function looksLikeScript(value: string, cwd: CommandContext['cwd']): boolean {
  return SCRIPT.test(value) && (cwd === 'workdir' || /[/\\]/.test(value))
}

function findHazards(
  words: readonly string[],
  use: InterpreterUse | undefined,
  { cwd }: CommandContext,
): readonly CommandProblem[] {
  if (use?.hazard === 'stdin') {
    const message = `'${words.join(' ')}' runs code from its input: name a script file in the skill`
    return [{ at: use.at, kind: 'hazard', message }]
  }
  if (use?.hazard !== 'directory' || cwd !== 'workdir') return []
  const message = `'${words[use.at]}' imports modules from the working directory: add -I, or remove 'cwd: workdir'`
  return [{ at: use.at, kind: 'hazard', message }]
}

/** `env` can change what the other words mean. */
function findEnvHazards(program: string, words: readonly string[]): readonly CommandProblem[] {
  if (program !== 'env') return []
  return words.flatMap((word, at) =>
    /^(?:-\w*S|--split-string|PATH=)/.test(word)
      ? [
          {
            at,
            kind: 'hazard',
            message: `'${word}' is not allowed with env: write the program and its arguments directly`,
          },
        ]
      : [],
  )
}
