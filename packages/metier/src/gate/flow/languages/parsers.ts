/** The parsers, loaded with the first script. None of them throws: errors are reported. */

import type { Program } from '../program.js'
import type { ParseShell } from '../shell/shell.js'
import { lowerJavaScript } from './lower-javascript.js'
import { lowerPython } from './lower-python.js'

export interface Parsers {
  readonly shell: ParseShell
  readonly javascript: (text: string) => Program
  readonly python: (text: string) => Program
}

let loaded: Promise<Parsers> | undefined

/** The same parsers for every scan in a process. */
export function loadParsers(): Promise<Parsers> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Parsers> {
  const [shell, { Parser }, { tsPlugin }, python] = await Promise.all([
    import('unbash'),
    import('acorn'),
    import('@sveltejs/acorn-typescript'),
    import('@lezer/python'),
  ])
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
  return {
    shell: shell.parse,
    javascript: (text) => parseJavaScript(text, attempts),
    python: (text) => {
      const tree = python.parser.parse(text)
      return { steps: lowerPython(tree.topNode, text), brokenAt: undefined }
    },
  }
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
