/** The block in which a model receives an activated skill: XML, in which no text of the skill can pass for a tag. */

import type { ResourceList } from '../manager/content/skill-files.js'
import { escapeXml } from '../registry/catalogue.js'
import { findPluginRoot } from '../system/skill-files/plugin-root.js'
import { substituteArguments } from './substitute.js'

/** An activated skill. */
export interface SkillContent {
  readonly name: string
  /** The instructions as they were written. */
  readonly body: string
  /** What the caller wrote after the skill's name; undefined if there is nothing. */
  readonly arguments: string | undefined
  /** The skill's directory; left out if it has none. */
  readonly directory?: string
  /** The files in that directory. */
  readonly resources?: ResourceList
}

/** Wraps the instructions in a block, with the skill's directory and its files. */
export function composeSkillContent({ name, body, directory, resources, ...given }: SkillContent): string {
  const lines = [
    `<skill_content name="${escapeXml(name)}">`,
    substituteArguments(escapeText(body.trimEnd()), {
      ...given,
      directory,
      findPlugin: findPluginRoot,
      escape: escapeXml,
    }),
    ...(directory === undefined ? [] : composeDirectory(directory)),
    ...(resources === undefined ? [] : composeResources(resources)),
    '</skill_content>',
  ]
  return lines.join('\n')
}

function composeDirectory(directory: string): readonly string[] {
  return [
    '',
    `Skill directory: ${escapeXml(directory)}`,
    'Relative paths in this skill are relative to the skill directory.',
  ]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot represent these
const SPECIAL_IN_TEXT = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Quotes need no escaping between tags, and code is full of them. */
function escapeText(text: string): string {
  return text.replace(SPECIAL_IN_TEXT, (character) => escapeXml(character))
}

function composeResources({ files, left }: ResourceList): readonly string[] {
  if (files.length === 0) return []
  const more = left > 0 ? [`  <!-- ${left} more files are not listed; use read_skill_file to list directories -->`] : []
  return [
    '<skill_resources>',
    ...files.map((file) => `  <file>${escapeXml(file)}</file>`),
    ...more,
    '</skill_resources>',
  ]
}
