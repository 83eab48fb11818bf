/** Sets and removes one entry of a YAML configuration with block style. Everything outside the entry stays. */

import { type ConfigurationEdit, type Entry, keepFields, startsProgram } from './configuration-edit.js'

/**
 * Edits `section:` at the top and `name:` below it. A section in braces, tabs, anchors at the section and several documents are
 * refused: editing their lines could change what they mean.
 */
export const editYaml: ConfigurationEdit = {
  set: (text, entry) => {
    const { section, name } = entry
    const lines = readLines(text)
    if (lines === undefined) return undefined
    const held = findSection(lines, section)
    if (held === 'unreadable') return undefined
    if (held === undefined) return `${withLineEnd(text)}${section}:\n${composeEntry(entry, USUAL_INDENT)}`
    const own = findEntry(lines, held, name)
    const block = composeEntry(entry, held.indent)
    if (own !== undefined) return splice(lines, own.first, own.end, block + furtherFields(lines, own, entry))
    return splice(lines, held.end, held.end, block)
  },
  remove: (text, { section, name }) => {
    const lines = readLines(text)
    if (lines === undefined) return undefined
    const held = findSection(lines, section)
    if (held === 'unreadable') return undefined
    const own = held === undefined ? undefined : findEntry(lines, held, name)
    if (held === undefined || own === undefined) return text
    const isOnly = held.first + 1 === own.first && held.end === own.end
    return splice(lines, isOnly ? held.first : own.first, own.end, '')
  },
}

/** The fields that an entry has besides those that are set. */
function furtherFields(lines: readonly YamlLine[], own: Block, { entry }: Entry): string {
  const within = lines.slice(own.first + 1, own.end)
  const indent = within.find((line) => line.indent !== undefined)?.indent
  const fields = within.map((line) => (line.indent === indent ? readKey(line.text)?.key : undefined))
  if (!startsProgram(fields.flatMap((field) => field ?? []))) return ''
  return keepFields(
    within.map((line, at) => ({ text: line.text, field: fields[at], isBlank: line.indent === undefined })),
    entry,
  )
}

const USUAL_INDENT = 2

interface YamlLine {
  /** With its line end. */
  readonly text: string
  /** The number of spaces before the first character; undefined for blank lines and comments. */
  readonly indent: number | undefined
}

/** A range of lines. */
interface Block {
  readonly first: number
  readonly end: number
}

interface Section extends Block {
  readonly indent: number
}

/** Undefined if the text is not a plain mapping from the first column on. */
function readLines(text: string): readonly YamlLine[] | undefined {
  const texts = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  if (texts.some((line) => /^ *\t/.test(line))) return undefined
  const lines = texts.map((line) => ({ text: line, indent: /^( *)[^\s#]/.exec(line)?.[1]?.length }))
  const isPlain = lines.every((line) => line.indent !== 0 || TOP_KEY.test(line.text))
  return isPlain && (lines.find(({ indent }) => indent !== undefined)?.indent ?? 0) === 0 ? lines : undefined
}

const TOP_KEY = /^(?:"[^"\\]*"|'[^']*'|[A-Za-z0-9_][^:#]*?) *:(?:\s|$)/

function findSection(lines: readonly YamlLine[], section: string): Section | 'unreadable' | undefined {
  const first = lines.findIndex(({ text }) => isKey(text, 0, section))
  if (first < 0) return undefined
  if (!/^[^:]+:\s*(?:#.*)?$/.test(lines[first]?.text.trimEnd() ?? '')) return 'unreadable'
  const next = lines.find((line, at) => at > first && line.indent !== undefined)
  // A list may stand at the same column as its key.
  if (next !== undefined && /^ *-(?:\s|$)/.test(next.text)) return 'unreadable'
  const isFilled = next?.indent !== undefined && next.indent > 0
  return { first, end: endOf(lines, first, 0), indent: isFilled ? next.indent : USUAL_INDENT }
}

function findEntry(lines: readonly YamlLine[], section: Section, name: string): Block | undefined {
  const within = lines.slice(0, section.end)
  const first = within.findIndex(({ text }, at) => at > section.first && isKey(text, section.indent, name))
  return first < 0 ? undefined : { first, end: Math.min(section.end, endOf(lines, first, section.indent)) }
}

/** The first line after a block: the next one that is indented as little, without the blank lines and comments before it. */
function endOf(lines: readonly YamlLine[], first: number, indent: number): number {
  const next = lines.findIndex((line, at) => at > first && line.indent !== undefined && line.indent <= indent)
  const before = lines.slice(0, next < 0 ? lines.length : next)
  return before.findLastIndex((line, at) => at === first || line.indent !== undefined) + 1
}

function isKey(line: string, indent: number, key: string): boolean {
  const found = readKey(line)
  return found?.indent === indent && found.key === key
}

/** The key that a line starts with. */
function readKey(line: string): { readonly indent: number; readonly key: string } | undefined {
  const [, spaces = '', double, single, bare] =
    /^( *)(?:"([^"\\]*)"|'([^']*)'|([^\s"'#:][^:#]*?)) *:(?:\s|$)/.exec(line) ?? []
  const key = double ?? single ?? bare
  return key === undefined ? undefined : { indent: spaces.length, key }
}

/** Values in JSON are valid in YAML. */
function composeEntry({ name, entry }: Entry, indent: number): string {
  const lines = Object.entries(entry).map(
    ([key, value]) => `${' '.repeat(2 * indent)}${key}: ${JSON.stringify(value)}\n`,
  )
  return `${' '.repeat(indent)}${name}:\n${lines.join('')}`
}

function splice(lines: readonly YamlLine[], first: number, end: number, block: string): string {
  const before = lines
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  const after = lines
    .slice(end)
    .map(({ text }) => text)
    .join('')
  return `${block === '' ? before : withLineEnd(before)}${block}${after}`
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
