/** The block in which an activated skill reaches a model: its instructions cannot end it, whatever they say. */

import type { ResourceList } from '../manager/skill-files.js'
import { escapeXml } from '../registry/catalogue.js'

export interface SkillContent {
  readonly name: string
  readonly body: string
  /** The skill's folder. */
  readonly directory: string
  readonly resources: ResourceList
}

/** The instructions in their wrapper, with the skill's folder and the files it brings. */
export function composeSkillContent({ name, body, directory, resources }: SkillContent): string {
  const lines = [
    `<skill_content name="${escapeXml(name)}">`,
    neutralise(body.trimEnd()),
    '',
    `Skill directory: ${escapeXml(directory)}`,
    'Relative paths in this skill are relative to the skill directory.',
    ...composeResources(resources),
    '</skill_content>',
  ]
  return lines.join('\n')
}

/** Instructions stay as they were written, `<` and `&` included; only our own tags lose their meaning in them. */
function neutralise(body: string): string {
  return body.replace(/<(?=\s*\/?\s*skill_(?:content|resources)\b)/gi, '&lt;')
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
