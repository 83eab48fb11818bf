/** Fixes around the fields: the byte order mark and the delimiter lines. */

import { isConformantName } from '../name.js'
import { splitDocument } from '../split.js'
import { firstProse } from '../text/prose.js'
import { fixName } from './fields.js'
import type { Fixer } from './fixer.js'
import { lineEndOf, toYamlText } from './yaml-text.js'

export const removeByteOrderMark: Fixer = ({ text }) => text.replace(/^\ufeff/, '')

export const removeLeadingBlankLines: Fixer = ({ text }) => text.replace(/^(\ufeff?)(?:[ \t]*\r?\n)+/, '$1')

/** Encloses the fields that the text starts with, or writes the fallbacks: the directory name and the first paragraph. */
export const writeFrontmatter: Fixer = (given) => {
  const enclosed = encloseFields(given)
  if (enclosed === undefined) return writeFallbacks(given)
  // A name that differs from the directory would be as bad as no frontmatter, and the change would be undone.
  return fixName({ ...given, text: enclosed }) ?? enclosed
}

/** A text such as `Note: …` is not a field. */
const OWN_FIELD = /^(?:name|description):(?:\s|$)/

/** The author wrote the fields and left out the delimiter lines, or only the first of them. */
const encloseFields: Fixer = ({ text }) => {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => !FIELD_LINE.test(line) || isHeading(lines, at))
  const length = end < 0 ? lines.length : end
  if (!lines.slice(0, length).some((line) => OWN_FIELD.test(line))) return undefined
  const delimiter = `---${lineEndOf(text).slice(0, -1)}`
  const isClosed = /^---\s*$/.test(lines[length] ?? '')
  return [delimiter, ...(isClosed ? lines : lines.toSpliced(length, 0, delimiter))].join('\n')
}

const writeFallbacks: Fixer = ({ text, directory }) => {
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
