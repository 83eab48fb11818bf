/** Finds which files of a skill are run by others, and as what: their names do not tell. */

import { languageOfName } from './languages.js'
import type { Language } from './segment.js'

/** A text that may call others. */
export interface Caller {
  readonly path: string
  readonly text: string
}

/** By the path of the called file. */
export type Calls = ReadonlyMap<string, ReadonlySet<Language>>

const INTERPRETERS: readonly (readonly [Language, string])[] = [
  ['shell', '(?:ba|z|da|k|a|fi)?sh|source|\\.'],
  ['python', 'python[\\d.]{0,5}|pypy3?|py|uv\\s{1,4}run'],
  ['javascript', 'node(?:js)?|(?:deno|bun)(?:\\s{1,4}run)?|tsx|ts-node'],
  ['powershell', 'pwsh|powershell'],
  ['other', 'perl|ruby|php|lua|osascript|Rscript'],
]

/** Separators in a command, an argument list or a YAML list. */
const GAP = /[\s"'`,[\](){}<\\]/

const CALL = new RegExp(
  `(?<![\\w./-])(?:${INTERPRETERS.map(([, words]) => `(${words})`).join('|')})(?:\\.exe)?(?=[\\s"'\`,<])`,
  'g',
)
/** Something that is passed to an interpreter's input. */
const PIPED = new RegExp(
  `\\|\\s{0,4}(?:sudo\\s{1,4})?(?:${INTERPRETERS.map(([, words]) => `(${words})`).join('|')})(?=[\\s"'\`;)&-]|$)`,
  'gm',
)
/** Code that reads a file and runs it, on one line with the file's name. */
const LOADS: readonly (readonly [Language, RegExp])[] = [
  ['python', /\b(?:exec|eval|compile|execfile|run_path|SourceFileLoader)\s{0,2}\(/g],
  ['javascript', /\b(?:eval|Function|runInThisContext|runInNewContext|require|import|fork|Worker)\s{0,2}\(/g],
]
/** Run by its own path, without a name that gives the language: the shell decides. */
const DIRECT = /(?:^|[\s"'`;&|(])(?:\.\/|chmod\s{1,4}\+x\s{1,4})[\w@./-]{1,200}/gm

const LINE = 160
const MOST_WORDS = 6
/** Beyond this many, single lookups are not worth it. */
const MOST_NAMES = 100

/** Every file that the skill's texts run. */
export function findCalls(paths: readonly string[], callers: readonly Caller[]): Calls {
  const named = new Map<string, string[]>()
  for (const path of paths) {
    const name = nameOf(path)
    named.set(name, [...(named.get(name) ?? []), path])
  }
  const calls = new Map<string, Set<Language>>()
  const names = [...named.keys()]
  const mayCall = ({ path, text }: Caller) =>
    names.length > MOST_NAMES || names.some((name) => text.includes(name) && named.get(name)?.join() !== path)
  const note = (word: string, language: Language, caller: string) => {
    for (const path of named.get(nameOf(word)) ?? []) {
      if (path !== caller) calls.set(path, (calls.get(path) ?? new Set()).add(language))
    }
  }
  for (const { path, text } of callers.filter(mayCall)) findIn(text, (word, language) => note(word, language, path))
  return calls
}

type Note = (word: string, language: Language) => void

function findIn(text: string, note: Note): void {
  for (const match of text.matchAll(CALL)) {
    const from = match.index + match[0].length
    const word = programIn(text.slice(from, from + LINE))
    if (word !== undefined) note(word, languageOf(match))
  }
  for (const match of text.matchAll(PIPED)) {
    const before = text.slice(Math.max(0, match.index - LINE), match.index)
    for (const word of wordsOf(before.slice(before.lastIndexOf('\n') + 1))) note(word, languageOf(match))
  }
  for (const [match] of text.matchAll(DIRECT)) if (languageOfName(match) === undefined) note(match, 'shell')
  for (const [language, pattern] of LOADS) findLoaded(text, pattern, (word) => note(word, language))
}

function findLoaded(text: string, pattern: RegExp, note: (word: string) => void): void {
  for (const { index } of text.matchAll(pattern)) {
    const [line = ''] = text.slice(index, index + LINE).split('\n', 1)
    // The call, the reader, the file. A JSON import is read as JSON.
    for (const word of wordsOf(line).slice(0, 4)) if (!word.endsWith('.json')) note(word)
  }
}

function languageOf(match: RegExpExecArray): Language {
  const at = match.slice(1).findIndex((group) => group !== undefined)
  return INTERPRETERS[at]?.[0] ?? 'other'
}

/** The first word after an interpreter that is not one of its options. */
function programIn(after: string): string | undefined {
  const words = wordsOf(after).slice(0, MOST_WORDS)
  const at = words.findIndex((word) => !word.startsWith('-'))
  const previous = words[at - 1]
  // It may be an option's value, so consider one more word.
  if (previous !== undefined && /^-[WXrI]$|^--(?:require|import|loader)$/.test(previous))
    return words[at + 1] ?? words[at]
  return words[at]
}

function wordsOf(text: string): readonly string[] {
  return text.split(GAP).filter((word) => word !== '')
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/[;:.)]{1,3}$/, '')
}
