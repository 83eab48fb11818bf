/** The parsers of scripts, each loaded when a scan first meets its language. None of them throws: errors are reported. */

import type { Parser as JavaScriptParser } from 'acorn'
import type { Program } from '../program.js'
import type { ParseShell } from '../shell/shell.js'
import { lowerJavaScript } from './lower-javascript.js'
import { lowerPython } from './lower-python.js'

export interface Parsers {
  readonly shell: ParseShell
  readonly javascript: (text: string) => Program
  readonly python: (text: string) => Program
}

export type ParserName = keyof Parsers

const loaded: { -readonly [Name in ParserName]?: Parsers[Name] } = {}

const LOADERS: Readonly<Record<ParserName, () => Promise<void>>> = {
  shell: loadShell,
  javascript: loadJavaScript,
  python: loadPython,
}

/** The same parsers for every scan in a process. */
export async function loadParsers(names: Iterable<ParserName>): Promise<void> {
  await Promise.all([...names].map((name) => LOADERS[name]()))
}

/** The parsers that are loaded. Each other one adds its name to `missing` and finds nothing. */
export function parsersAtHand(missing: Set<ParserName>): Parsers {
  const miss = <T>(name: ParserName, nothing: T) => {
    return () => {
      missing.add(name)
      return nothing
    }
  }
  return {
    shell:
      loaded.shell ?? miss('shell', { type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [], errors: [] }),
    javascript: loaded.javascript ?? miss('javascript', EMPTY),
    python: loaded.python ?? miss('python', EMPTY),
  }
}

const EMPTY: Program = { steps: [], brokenAt: undefined }

async function loadShell(): Promise<void> {
  const { parse } = await import('unbash')
  loaded.shell = parse
}

async function loadPython(): Promise<void> {
  const { parser } = await import('@lezer/python')
  loaded.python = (text) => ({ steps: lowerPython(parser.parse(text).topNode, text), brokenAt: undefined })
}

async function loadJavaScript(): Promise<void> {
  const [{ Parser }, { tsPlugin }] = await Promise.all([import('acorn'), import('@sveltejs/acorn-typescript')])
  const plain = Parser.extend(withPlainErrors)
  const typed = plain.extend(tsPlugin({ jsx: {} }))
  const options = {
    ecmaVersion: 'latest',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  } as const
  const attempts = [
    (text: string) => plain.parse(text, { ...options, sourceType: 'module' }),
    (text: string) => typed.parse(text, { ...options, sourceType: 'module', locations: true }),
    (text: string) => plain.parse(text, { ...options, sourceType: 'script' }),
  ]
  loaded.javascript = (text) => parseJavaScript(text, attempts)
}

/** Acorn counts all lines before an error, and TypeScript's grammar raises one for each reading that it takes back: too slow in a large text. */
function withPlainErrors(Base: typeof JavaScriptParser): typeof JavaScriptParser {
  return class extends Base {
    raise(pos: number, message: string): never {
      throw errorAt(pos, message)
    }

    raiseRecoverable(pos: number, message: string): never {
      throw errorAt(pos, message)
    }
  }
}

function errorAt(pos: number, message: string): SyntaxError {
  return Object.assign(new SyntaxError(message), { pos })
}

/** How many lines may be dropped from a script that does not quite parse, such as an excerpt with dots. */
const MOST_MENDED = 6
/** Characters that are read to repair one script. A large one that was cut off fails at each attempt, up to the limit of time. */
const MOST_REREAD = 2_000_000

function parseJavaScript(text: string, attempts: readonly ((text: string) => unknown)[]): Program {
  let repaired = text
  let brokenAt: number | undefined
  const rounds = Math.min(MOST_MENDED, Math.floor(MOST_REREAD / text.length))
  for (let round = 0; round <= rounds; round++) {
    let at = repaired.length
    for (const attempt of attempts) {
      const outcome = tryParse(repaired, attempt)
      if (outcome.tree !== undefined) return { steps: lowerJavaScript(outcome.tree), brokenAt }
      at = Math.min(at, outcome.at)
    }
    brokenAt ??= at
    const before = repaired
    repaired = withoutLine(before, at)
    // At the end of a text that was cut off, there is nothing to drop.
    if (repaired === before) break
  }
  return { steps: [], brokenAt }
}

function tryParse(text: string, attempt: (text: string) => unknown): { readonly tree?: unknown; readonly at: number } {
  try {
    return { tree: attempt(text), at: 0 }
  } catch (error) {
    const at = typeof error === 'object' && error !== null && 'pos' in error ? Number(error.pos) : 0
    return { at: Number.isFinite(at) ? at : 0 }
  }
}

/** The line is blanked, so that offsets stay the same. */
function withoutLine(text: string, at: number): string {
  const from = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1
  const newline = text.indexOf('\n', Math.max(from, at))
  const to = newline < 0 ? text.length : newline
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
}
