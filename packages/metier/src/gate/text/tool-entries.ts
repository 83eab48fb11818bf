/** The entries of a tools file as text: what each declares and what it runs, whatever form the file has. */

import { derivedFrom, type Segment } from './segment.js'

export interface ToolText {
  readonly category: string | undefined
  /** The lines of the same entry. */
  readonly entry: string
  readonly words: readonly string[]
  /** Where its command is. */
  readonly at: number
}

const RUN =
  /(?:^|[\s{,-])["']?(?:run|runs|command|cmd|exec|execute|shell|script|invoke|entrypoint|handler|action|before|after|on_error|onError|setup)["']?\s{0,4}:\s{0,4}/g
/** Whether a file defines tools, in the form of any agent. */
export function isToolFile(path: string): boolean {
  return /(?:^|\/)(?:tools?|mcp|\.mcp|servers?|actions?|commands?)\.(?:ya?ml|json|toml)$|(?:^|\/)tools\/[\w.-]{1,60}\.(?:ya?ml|json)$/i.test(
    path,
  )
}

const MOST_ENTRIES = 300
const LONGEST = 4000

/** Every command in the file, with the category of the same entry. */
export function findToolEntries(text: string): readonly ToolText[] {
  const found: ToolText[] = []
  for (const { index, 0: key } of text.matchAll(RUN)) {
    if (found.length >= MOST_ENTRIES) break
    const at = index + key.search(/\w/)
    const words = wordsAt(text, index + key.length, indentAt(text, at))
    if (words.length > 0) found.push({ ...entryAround(text, at), words: [...words, ...argumentsAfter(text, at)], at })
  }
  return found
}

const ARGS = /^[^\n]{0,400}\n?[ \t,{]{0,40}["']?args["']?\s{0,4}:\s{0,4}/

/** `command` and `args` of a server are one command. */
function argumentsAfter(text: string, at: number): readonly string[] {
  const key = ARGS.exec(text.slice(at, at + LONGEST))?.[0]
  return key === undefined ? [] : wordsAt(text, at + key.length, indentAt(text, at))
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function indentAt(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** A text in quotes with more of the same entry behind it. */
const VALUE = /^"((?:[^"\\\n]|\\.){1,2000})"\s{0,4}[,}]/

/** `[a, "b c"]`, one word per line, or one text. */
function wordsAt(text: string, from: number, indent: number): readonly string[] {
  const rest = text.slice(from, from + LONGEST)
  if (rest.startsWith('[')) return readList(rest)
  const value = VALUE.exec(rest)?.[1]
  if (value !== undefined) return splitWords(value.replaceAll('\\"', '"'))
  const line = rest.split('\n', 1)[0] ?? ''
  if (/^[|>][+-]?\s*$/.test(line)) return ['sh', '-c', readBlock(rest.slice(line.length + 1), indent)]
  if (line.trim() !== '') return splitWords(unquote(withoutEnd(line.trim())))
  return readItems(rest.slice(line.length + 1), indent)
}

/** Without the brace that closes the entry around it. */
function withoutEnd(line: string): string {
  const isOpen = line.split('{').length < line.split('}').length
  return line.replace(isOpen ? /[,}\s]{1,8}$/ : /,$/, '')
}

/** Words between brackets; a bracket inside quotes does not end them. */
function readList(text: string): readonly string[] {
  const words: string[] = []
  const pattern = /"((?:[^"\\]|\\.){0,2000})"|'((?:[^']|''){0,2000})'|([^\s,[\]"'][^,\]\n]{0,500})|(\])/g
  for (const { 1: double, 2: single, 3: plain, 4: end } of text.matchAll(pattern)) {
    if (end !== undefined) break
    words.push((double ?? single ?? plain ?? '').trim())
  }
  return words
}

function readItems(text: string, indent: number): readonly string[] {
  const words: string[] = []
  for (const line of text.split('\n')) {
    const item = /^(\s*)-\s{1,4}(.{0,2000})$/.exec(line)
    if (item === null || (item[1] ?? '').length < indent - 2) break
    words.push(unquote((item[2] ?? '').trim()))
  }
  return words
}

/** The lines of a block that are indented more than its key: several lines are a script. */
function readBlock(text: string, indent: number): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.trim() !== '' && line.search(/\S/) <= indent - 2) break
    lines.push(line.trim())
  }
  return lines.join('\n').trim()
}

function splitWords(line: string): readonly string[] {
  return (line.match(/"[^"]{0,2000}"|'[^']{0,2000}'|\S{1,500}/g) ?? []).map(unquote)
}

function unquote(text: string): string {
  const first = text.charAt(0)
  const isQuoted = text.length > 1 && (first === '"' || first === "'") && text.endsWith(first)
  return isQuoted ? text.slice(1, -1) : text
}

/** The commands of tools and servers, each as a shell would read it. */
export function toolCommandsOf(segment: Segment, path: string): readonly Segment[] {
  if (segment.kind !== 'script' || segment.language !== 'data' || !isToolFile(path)) return []
  return findToolEntries(segment.text).map(({ words, at }) =>
    derivedFrom(segment, at, lineOf(words), 'tool command', { language: 'shell' }),
  )
}

function lineOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}

const CATEGORY = /["']?category["']?\s{0,4}:\s{0,4}["']?(\w{1,20})/

/** The lines around it that are not less indented, up to the entry's own dash, and the category that they declare. */
function entryAround(text: string, at: number): Pick<ToolText, 'category' | 'entry'> {
  const indent = indentAt(text, at)
  const start = lineStart(text, at)
  const own = text.slice(start).split('\n', 1)[0] ?? ''
  const isFlow = /\{[^\n]{0,2000}category|category[^\n]{0,2000}\}/.test(own)
  if (isFlow) return { category: nearestIn(own, at - start), entry: own }
  const before = linesBefore(text, start, indent)
  const after = linesAfter(text, start, indent)
  const entry = `${before}\n${own}\n${after}`
  return { category: CATEGORY.exec(entry)?.[1], entry }
}

/** Several entries may be on one line: the one in the same braces. */
function nearestIn(line: string, at: number): string | undefined {
  const from = line.lastIndexOf('{', at)
  const to = line.indexOf('}', line.indexOf(']', at))
  return CATEGORY.exec(line.slice(Math.max(0, from), to < 0 ? undefined : to))?.[1] ?? CATEGORY.exec(line)?.[1]
}

function linesBefore(text: string, start: number, indent: number): string {
  const lines: string[] = []
  if (/^\s{0,80}(?:- |\{)/.test(text.slice(start, start + 100))) return ''
  for (const line of text
    .slice(Math.max(0, start - LONGEST), start)
    .split('\n')
    .reverse()) {
    if (line.trim() === '') continue
    const depth = line.search(/\S/)
    const dash = /^\s*- /.test(line)
    if (depth < indent && !(dash && depth >= indent - 4)) break
    lines.push(line)
    if (depth < indent) break
  }
  return lines.join('\n')
}

function linesAfter(text: string, start: number, indent: number): string {
  const lines: string[] = []
  const [, ...rest] = text.slice(start, start + LONGEST).split('\n')
  for (const line of rest) {
    const depth = line.search(/\S/)
    if (depth >= 0 && (depth < indent || (depth === indent && /^\s*- /.test(line) && /name/.test(line)))) break
    lines.push(line)
  }
  return lines.join('\n')
}
