/** Fixes for single fields: only the value changes, never a trailing comment. */

import { isConformantName } from '../name.js'
import { replaceBlockList, replaceValue } from './field-values.js'
import type { Fixer } from './fixer.js'
import { quoteBrokenValues } from './lines.js'
import { toYamlText } from './yaml-text.js'

/** Other tools look a skill up by its directory name. If that is not conformant either, the author has to choose. */
export const fixName: Fixer = (given) => {
  const { text, directory } = given
  if (!isConformantName(directory)) return undefined
  const write = () => toYamlText(directory)
  // A name that is not valid YAML has no end before it is quoted.
  return replaceValue(text, 'name', write) ?? replaceValue(quoteBrokenValues(given) ?? text, 'name', write)
}

/** `license: 1.0` is meant as text. */
export const fixFieldType: Fixer = ({ text, document }) => {
  const key = ['license', 'compatibility'].find((candidate) => isScalar(document.frontmatter[candidate]))
  return key === undefined ? undefined : replaceValue(text, key, (value) => JSON.stringify(value))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

/** Lists tools the way the specification does: names separated by spaces. */
export const fixAllowedTools: Fixer = ({ text, document }) => {
  const tools: unknown = document.frontmatter['allowed-tools']
  if (!Array.isArray(tools) || tools.length === 0) return undefined
  // A name containing a space would turn into two.
  if (tools.some((tool) => typeof tool !== 'string' || !/^[^\s,#]+$/.test(tool))) return undefined
  const written = toToolText(tools)
  return replaceValue(text, 'allowed-tools', () => written) ?? replaceBlockList(text, 'allowed-tools', written)
}

/** `Read Bash(git:*)` needs no quotes; a leading `*` does. */
function toToolText(tools: readonly string[]): string {
  const text = tools.join(' ')
  return /^[A-Za-z][\w ()*/.-]*(?::\*\)[\w ()*/.-]*)*$/.test(text) ? text : toYamlText(text)
}
