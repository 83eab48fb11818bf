/** The parsers of scripts, each loaded when a scan first meets its language. None of them throws: errors are reported. */

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
  const typed = Parser.extend(tsPlugin({ jsx: {} }))
  const options = {
    ecmaVersion: 'latest',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  } as const
  const attempts = [
    (text: string) => Parser.parse(text, { ...options, sourceType: 'module' }),
    (text: string) => typed.parse(text, { ...options, sourceType: 'module', locations: true }),
    (text: string) => Parser.parse(text, { ...options, sourceType: 'script' }),
  ]
  loaded.javascript = (text) => parseJavaScript(text, attempts)
}

/** How many lines may be dropped from a script that does not quite parse, such as an excerpt with dots. */
const MOST_MENDED = 6

function parseJavaScript(text: string, attempts: readonly ((text: string) => unknown)[]): Program {
  let mended = text
  let brokenAt: number | undefined
  for (let round = 0; round <= MOST_MENDED; round++) {
    let at = mended.length
    for (const attempt of attempts) {
      const outcome = tryParse(mended, attempt)
      if (outcome.tree !== undefined) return { steps: lowerJavaScript(outcome.tree), brokenAt }
      at = Math.min(at, outcome.at)
    }
    brokenAt ??= at
    mended = withoutLine(mended, at)
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
