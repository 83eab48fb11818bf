/** The block in which an activated skill reaches a model: XML, in which nothing of the skill can pass for a tag. */

import type { ResourceList } from '../manager/content/skill-files.js'
import { escapeXml } from '../registry/catalogue.js'
import { substituteArguments } from './substitute.js'

export interface SkillContent {
  readonly name: string
  /** The instructions as they were written. */
  readonly body: string
  /** What the caller wrote after the skill's name; undefined where nothing. */
  readonly arguments: string | undefined
  /** The skill's folder, and the files in it; left out where a skill has none. */
  readonly directory?: string
  readonly resources?: ResourceList
}

/** The instructions in their wrapper, with the skill's folder and the files it brings. */
export function composeSkillContent({ name, body, directory, resources, ...given }: SkillContent): string {
  const lines = [
    `<skill_content name="${escapeXml(name)}">`,
    substituteArguments(escapeText(body.trimEnd()), { ...given, directory, escape: escapeXml }),
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const SPECIAL_IN_TEXT = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Between tags quotes mean nothing, and code is full of them. */
function escapeText(text: string): string {
  return text.replace(SPECIAL_IN_TEXT, (character) => escapeXml(character))
}

function composeResources({ files, left }: ResourceList): readonly string[] {
  if (files.length === 0) return []
  const more = left > 0 ? [`  <!-- ${left} more files are not listed; read_skill_file lists folders -->`] : []
  return [
    '<skill_resources>',
    ...files.map((file) => `  <file>${escapeXml(file)}</file>`),
    ...more,
    '</skill_resources>',
  ]
}
