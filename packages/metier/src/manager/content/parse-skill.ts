import { type Document, type ParseOptions, parseSkill as parseWith } from '../../skill/parse.js'
import { readYaml } from '../../system/yaml.js'

/**
 * Parses the text of a SKILL.md. Never throws: problems are in `diagnostics`, each with its line.
 *
 * @example
 * import { parseSkill } from 'metier'
 *
 * const text = '---\nname: pdf\ndescription: Reads PDF files\n---\n'
 * const { name, description, diagnostics } = parseSkill(text, { directory: 'pdf' })
 */
export function parseSkill(text: string, options: ParseOptions = {}): Document {
  return parseWith(text, { readYaml, ...options })
}
