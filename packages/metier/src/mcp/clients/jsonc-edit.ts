/** Sets and removes one entry of a JSON configuration. Comments, order and indentation stay. */

import { type ConfigurationEdit, type Entry, type EntryValue, startsProgram } from './configuration-edit.js'
import { findJsoncMistake, type JsoncMember, type JsoncObject, scanJsonc } from './jsonc-scan.js'

/** Edits `{ [section]: { [name]: entry } }`. */
export const editJson: ConfigurationEdit = {
  set: (text, { section, name, entry }) => {
    if (text.trim() === '') return `${JSON.stringify({ [section]: { [name]: entry } }, undefined, 2)}\n`
    const root = scanJsonc(text)
    if (root === undefined) return undefined
    const style = readStyle(text)
    const held = root.members.find(({ key }) => key === section)
    if (held === undefined) return addMember(text, root, section, { [name]: entry }, 1, style)
    if (held.object === undefined) return undefined
    const old = held.object.members.find(({ key }) => key === name)
    if (old === undefined) return addMember(text, held.object, name, entry, 2, style)
    if (old.object !== undefined && startsProgram(old.object.members.map(({ key }) => key))) {
      return setFields(text, { section, name, entry }, style)
    }
    const value = print(entry, 2, style)
    return text.slice(0, old.valueStart) + value + text.slice(old.valueEnd)
  },
  remove: (text, { section, name }) => {
    const root = scanJsonc(text)
    if (root === undefined) return text.trim() === '' ? text : undefined
    const holder = root.members.find(({ key }) => key === section)?.object
    const old = holder?.members.find(({ key }) => key === name)
    return holder === undefined || old === undefined ? text : removeMember(text, holder, old)
  },
  findMistake: findJsoncMistake,
}

/** One field after the other, each in the text that the one before left. */
function setFields(text: string, { section, name, entry }: Entry, style: Style): string {
  return Object.entries(entry).reduce((before, [key, value]) => {
    const held = scanJsonc(before)?.members.find((member) => member.key === section)?.object
    const own = held?.members.find((member) => member.key === name)?.object
    if (own === undefined) return before
    const old = own.members.find((member) => member.key === key)
    if (old === undefined) return addMember(before, own, key, value, 3, style)
    const isSame = sameValue(before.slice(old.valueStart, old.valueEnd), value)
    return isSame ? before : before.slice(0, old.valueStart) + print(value, 3, style) + before.slice(old.valueEnd)
  }, text)
}

/** A person may have written the same value in other lines. */
function sameValue(text: string, value: EntryValue): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value)
  } catch {
    // With a comment in it.
    return false
  }
}

interface Style {
  readonly indent: string
  readonly newline: string
}

function readStyle(text: string): Style {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { indent, newline: text.includes('\r\n') ? '\r\n' : '\n' }
}

function print(value: unknown, depth: number, { indent, newline }: Style): string {
  const lines = JSON.stringify(value, undefined, indent).split('\n')
  return lines.map((line, at) => (at === 0 ? line : indent.repeat(depth) + line)).join(newline)
}

/** Inserts after the last member, before any comments that follow it. */
function addMember(
  text: string,
  object: JsoncObject,
  key: string,
  value: unknown,
  depth: number,
  style: Style,
): string {
  const { indent, newline } = style
  const line = `${newline}${indent.repeat(depth)}${JSON.stringify(key)}: ${print(value, depth, style)}`
  const last = object.members.at(-1)
  if (last === undefined) {
    const close = object.end - 1
    const inside = text.slice(object.start + 1, close).trimEnd()
    return `${text.slice(0, object.start + 1)}${inside}${line}${newline}${indent.repeat(depth - 1)}${text.slice(close)}`
  }
  const comma = commaAfter(text, last.valueEnd, object.end)
  if (comma === undefined) return `${text.slice(0, last.valueEnd)},${line}${text.slice(last.valueEnd)}`
  // Keep the style of trailing commas.
  return `${text.slice(0, comma + 1)}${line},${text.slice(comma + 1)}`
}

function removeMember(text: string, object: JsoncObject, member: JsoncMember): string {
  const at = object.members.indexOf(member)
  const before = object.members[at - 1]
  const comma = commaAfter(text, member.valueEnd, object.end)
  if (comma !== undefined) return cut(text, blankStart(text, member.start), comma + 1)
  if (before === undefined) return cut(text, blankStart(text, member.start), member.valueEnd)
  // For the last member, remove the comma before it and keep comments in between.
  const separator = commaAfter(text, before.valueEnd, member.start) ?? before.valueEnd
  const without = cut(text, blankStart(text, member.start), member.valueEnd)
  return cut(without, separator, separator + 1)
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end)
}

/** Includes the line break and the indentation before a member. */
function blankStart(text: string, start: number): number {
  const blanks = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0
  const lineStart = start - blanks
  if (text[lineStart - 1] !== '\n') return start
  return text[lineStart - 2] === '\r' ? lineStart - 2 : lineStart - 1
}

/** The comma that follows a value, not one inside a comment. */
function commaAfter(text: string, from: number, until: number): number | undefined {
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  const plain = text.slice(from, until).replace(comment, (match) => ' '.repeat(match.length))
  const found = /^\s*,/.exec(plain)
  return found === null ? undefined : from + found[0].length - 1
}
