/** Fixes around the fields: the byte order mark and the delimiter lines. */

import { isConformantName } from '../name.js'
import { splitDocument } from '../split.js'
import { firstProse } from '../text/prose.js'
import type { Fixer } from './fixer.js'
import { lineEndOf, toYamlText } from './yaml-text.js'

export const removeByteOrderMark: Fixer = ({ text }) => text.replace(/^\ufeff/, '')

export const removeLeadingBlankLines: Fixer = ({ text }) => text.replace(/^(\ufeff?)(?:[ \t]*\r?\n)+/, '$1')

/** Writes what Metier would use as fallbacks: the directory name and the first paragraph. */
export const writeFrontmatter: Fixer = ({ text, directory }) => {
  const description = firstProse(text)
  if (description === undefined || !isConformantName(directory)) return undefined
  const lines = ['---', `name: ${toYamlText(directory)}`, `description: ${toYamlText(description)}`, '---', '']
  return lines.join(lineEndOf(text)) + text
}

/** `key: value`, a list item, something indented, or a comment. */
const FIELD_LINE = /^(?:[\w-]+:(?:\s|$)|\s+\S|-\s|#\s)/

/** The frontmatter ends at the last line that can belong to it: before the first blank line or heading. */
export const closeFrontmatter: Fixer = ({ text }) => {
  const { start } = splitDocument(text)
  const lines = text.slice(start).split('\n')
  const end = lines.findIndex((line, at) => !FIELD_LINE.test(line) || isHeading(lines, at))
  if (end < 1) return undefined
  return text.slice(0, start) + lines.toSpliced(end, 0, `---${lineEndOf(text).slice(0, -1)}`).join('\n')
}

/** A comment is followed by a field; a heading is not. */
function isHeading(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1] ?? ''
  return /^#\s/.test(lines[at] ?? '') && !/^(?:[\w-]+:(?:\s|$)|#\s)/.test(below)
}
