/** Fixes that add a line or quote a value and leave all other lines alone. */

import { isConformantName } from '../name.js'
import { repairFrontmatter } from '../repair.js'
import { splitDocument } from '../split.js'
import { findMistyped } from '../validate.js'
import { fillValue, hasKey, replaceValue } from './field-values.js'
import type { Fixer } from './fixer.js'
import { lineEndOf, toYamlText } from './yaml-text.js'

/** Adds the quotes that parsing needed. */
export const quoteBrokenValues: Fixer = ({ text }) => {
  const { start, end } = splitDocument(text)
  const source = text.slice(start, end)
  const repair = repairFrontmatter(source)
  if (repair === undefined) return undefined
  const before = source.split('\n')
  // The repair leaves blank lines so that line numbers stay the same; drop them when writing the file.
  const lines = repair.text.split('\n').filter((line, at) => line.trim() !== '' || before[at]?.trim() === '')
  return text.slice(0, start) + lines.join('\n') + text.slice(end)
}

/** Writes the directory name: over a value that is not a name, otherwise on a line of its own. */
export const addName: Fixer = ({ text, directory }) => {
  if (!isConformantName(directory)) return undefined
  const name = toYamlText(directory)
  if (hasKey(text, 'name')) return fillValue(text, 'name', name) ?? replaceValue(text, 'name', () => name)
  const { start } = splitDocument(text)
  return `${text.slice(0, start)}name: ${name}${lineEndOf(text)}${text.slice(start)}`
}

/** Writes the fallback description, the first paragraph: after an empty key, after a one-line name, otherwise last. */
export const addDescription: Fixer = ({ text, document }) => {
  const { start, end } = splitDocument(text)
  const description = toYamlText(document.description)
  if (hasKey(text, 'description')) return fillValue(text, 'description', description)
  // The author wrote one and mistyped its key.
  if (findMistyped(document.frontmatter, 'description') !== undefined) return undefined
  const name = /^name:[ \t]*[\w"'-][^\n]*\n(?![ \t]+\S)/m.exec(text.slice(start, end))
  const at = name === null ? end : start + name.index + name[0].length
  return `${text.slice(0, at)}description: ${description}${lineEndOf(text)}${text.slice(at)}`
}
