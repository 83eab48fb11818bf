/** The entries of a tools file as text: what each declares and what it runs, whatever form the file has. */

export interface ToolText {
  readonly category: string | undefined
  readonly words: readonly string[]
  /** Where its command is. */
  readonly at: number
}

const RUN = /(?:^|[\s{,-])["']?(?:run|command|cmd)["']?\s{0,4}:\s{0,4}/g
const MOST_ENTRIES = 300
const LONGEST = 4000

/** Every command in the file, with the category of the same entry. */
export function findToolEntries(text: string): readonly ToolText[] {
  const found: ToolText[] = []
  for (const { index, 0: key } of text.matchAll(RUN)) {
    if (found.length >= MOST_ENTRIES) break
    const at = index + key.search(/\w/)
    const words = wordsAt(text, index + key.length, indentAt(text, at))
    if (words.length > 0) found.push({ category: categoryNear(text, at), words, at })
  }
  return found
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function indentAt(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** `[a, "b c"]`, one word per line, or one text. */
function wordsAt(text: string, from: number, indent: number): readonly string[] {
  const rest = text.slice(from, from + LONGEST)
  if (rest.startsWith('[')) return readList(rest)
  const line = rest.split('\n', 1)[0] ?? ''
  if (line.trim() !== '') return splitWords(unquote(line.replace(/[,}\s]{1,8}$/, '').trim()))
  return readItems(rest.slice(line.length + 1), indent)
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

function splitWords(line: string): readonly string[] {
  return (line.match(/"[^"]{0,2000}"|'[^']{0,2000}'|\S{1,500}/g) ?? []).map(unquote)
}

function unquote(text: string): string {
  const first = text.charAt(0)
  const isQuoted = text.length > 1 && (first === '"' || first === "'") && text.endsWith(first)
  return isQuoted ? text.slice(1, -1) : text
}

const CATEGORY = /["']?category["']?\s{0,4}:\s{0,4}["']?(\w{1,20})/

/** In the same entry: on the lines around it that are not less indented, up to the entry's own dash. */
function categoryNear(text: string, at: number): string | undefined {
  const indent = indentAt(text, at)
  const start = lineStart(text, at)
  const own = text.slice(start).split('\n', 1)[0] ?? ''
  const isFlow = /\{[^\n]{0,2000}category|category[^\n]{0,2000}\}/.test(own)
  if (isFlow) return nearestIn(own, at - start)
  const before = linesBefore(text, start, indent)
  const after = linesAfter(text, start, indent)
  return CATEGORY.exec(`${before}\n${own}\n${after}`)?.[1]
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
