/** parseSkill with the YAML reader it is used with. */

import type { Document, ParseOptions } from '../../src/skill/parse.js'
import { parseSkill } from '../../src/skill/parse.js'
import { readYaml } from '../../src/system/yaml.js'

export function parse(text: string, options: ParseOptions = {}): Document {
  return parseSkill(text, { readYaml, ...options })
}

/** What is odd about a text, each with its line and column: `name_missing 2:1`. */
export function issuesIn(text: string, options: ParseOptions = {}): readonly string[] {
  return parse(text, options).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)
}
