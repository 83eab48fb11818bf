/** The strings of a skill's data files that one of its scripts hands to a shell: they are its program. */

import type { ScannedFile } from '../evidence.js'
import { looksLikeCommand } from '../text/languages.js'
import { linesOf } from '../text/markdown.js'
import { derivedFrom, type Language, type Segment } from '../text/segment.js'

export const DATA_RUN = 'data that a script runs'

/** Hands a value to a shell. */
const RUNS =
  /\bshell\s{0,2}[=:]\s{0,2}(?:True|true)\b|\bos\.(?:system|popen)\s?\(|\bget(?:status)?output\(|\bexec(?:Sync)?\s?\(|\b(?:system|passthru|shell_exec|popen|proc_open)\b\s?[({"$]|\bInvoke-Expression\b|\biex\b|\beval\b\s{1,3}["$]|\b(?:ba|z|da)?sh["',\s]{1,6}-c\b|\bxargs\b|(?:^|[\s|;&])(?:ba|z)?sh\s{1,3}["']?\$|\bcmd["',\s]{1,6}\/c\b|%x[{([]|`#\{/m
const DATA = /\.(?:csv|tsv|json5?|ya?ml|toml|ini|conf|cfg|txt|dat|xml|list)$/i
/** Their commands are read where they are defined. */
const KNOWN =
  /(?:^|\/)(?:package(?:-lock)?|tsconfig\w{0,20}|composer|deno|tools|skills\.lock)\.(?:jsonc?|ya?ml)$|\.lock$|(?:^|\/)(?:requirements|constraints)[\w-]{0,20}\.txt$/i
const PROGRAM =
  /\b(?:curl|wget|nc|ncat|base64|chmod|bash|sh|zsh|python3?|node|perl|ruby|powershell|pwsh|certutil|crontab|ssh|scp|rm|tar|osascript|launchctl|systemctl)\s/
const LONGEST = 128 * 1024
const MOST_FILES = 20
const MOST_COMMANDS = 60

/** What such files contain, as shell or as code; `segments` are those of all files. */
export function findDataCommands(files: readonly ScannedFile[], segments: readonly Segment[]): readonly Segment[] {
  const runners = segments.flatMap(({ kind, language, text }) => {
    const runs = kind === 'script' ? languagesRun(language, text) : []
    return runs.length === 0 ? [] : [{ text, runs }]
  })
  if (runners.length === 0) return []
  const named = files.flatMap(({ path, text }, index) => {
    if (text === undefined || text.length > LONGEST || !DATA.test(path) || KNOWN.test(path)) return []
    const name = path.slice(path.lastIndexOf('/') + 1)
    const languages = new Set(runners.flatMap((runner) => (runner.text.includes(name) ? runner.runs : [])))
    return languages.size === 0 ? [] : [{ index, text, languages }]
  })
  return named.slice(0, MOST_FILES).flatMap(({ index, text, languages }) => {
    const whole = segments.find((segment) => segment.file === index)
    return whole === undefined
      ? []
      : commandsIn(text, { ...whole, text, offsets: { kind: 'run', start: 0 } }, languages)
  })
}

/** Evaluates a value as code of its own language. */
const EVALUATES =
  /(?<![\w.])(?:exec|eval)\s?\(\s{0,4}(?!["'`])|\bnew Function\(|\bcompile\(\s{0,4}\w|\brunIn\w{2,12}Context\(/

function languagesRun(language: Language, text: string): readonly Language[] {
  if (language === 'data' || language === 'prose') return []
  const isEvaluated = (language === 'python' || language === 'javascript') && EVALUATES.test(text)
  return [...(RUNS.test(text) ? (['shell'] as const) : []), ...(isEvaluated ? [language] : [])]
}

const QUOTED = /"((?:[^"\\\n]|\\.|""){4,2000})"|'([^'\n]{4,2000})'/g

/** A call or an assignment. */
const CODE = /\w\s{0,2}\([^)]{0,2000}\)/

function commandsIn(text: string, whole: Segment, languages: ReadonlySet<Language>): readonly Segment[] {
  const found: Segment[] = []
  const add = (command: string, at: number) => {
    for (const language of languages) {
      const isRun = language === 'shell' ? looksLikeCommand(command) || PROGRAM.test(command) : CODE.test(command)
      if (isRun && found.length < MOST_COMMANDS)
        found.push(derivedFrom(whole, at, command, DATA_RUN, { language, isQuoted: false }))
    }
  }
  for (const line of linesOf(text)) {
    const quoted = [...line.text.slice(0, 8000).matchAll(QUOTED)]
    for (const { index, 1: double, 2: single } of quoted)
      add(single ?? (double ?? '').replace(/""|\\(["\\/])/g, (_, one?: string) => one ?? '"'), line.from + index + 1)
    if (quoted.length === 0) for (const { value, at } of cellsOf(line.text.slice(0, 8000))) add(value, line.from + at)
  }
  return found
}

/** The values of a line without quotes: after its key, or between separators. */
function cellsOf(line: string): readonly { readonly value: string; readonly at: number }[] {
  const key = /^\s{0,40}(?:-\s{1,4})?[\w.-]{1,60}\s{0,3}[:=]\s{1,4}(?:[|>]-?\s{0,4}$)?/.exec(line)?.[0].length ?? 0
  const cells = [{ value: line.slice(key).trim(), at: key }]
  let at = 0
  for (const cell of line.split(/[,;\t]/, 40)) {
    if (cell.length < line.length) cells.push({ value: cell.trim(), at })
    at += cell.length + 1
  }
  return cells
}
