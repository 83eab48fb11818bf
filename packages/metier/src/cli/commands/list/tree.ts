/** Skills as a directory tree. */

import type { AssessedSkill } from '../../../registry/situation.js'
import { cutText, measureText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { type Line, type Span, styled } from '../../terminal/lines.js'
import { markOf, toListedRow } from './lines.js'

interface Group {
  readonly groups: Map<string, Group>
  readonly skills: { readonly folder: string; readonly skill: AssessedSkill }[]
}

/** One tree per root, groups before skills. */
export function composeSkillTree(skills: readonly AssessedSkill[], columns: number): readonly Line[] {
  const roots = new Map<string, AssessedSkill[]>()
  for (const skill of skills) {
    const { path, scope } = skill.record.root
    const key = `${path} (${scope})`
    const known = roots.get(key)
    if (known === undefined) roots.set(key, [skill])
    else known.push(skill)
  }
  return [...roots].flatMap(([root, inside], at): Line[] => [
    ...(at === 0 ? [] : ['']),
    [styled(root, 'bold')],
    ...composeGroup(groupSkills(inside), '', columns),
  ])
}

function groupSkills(skills: readonly AssessedSkill[]): Group {
  const top: Group = { groups: new Map(), skills: [] }
  for (const skill of skills) {
    const { directory, name } = skill.record
    const parts = directory.split('/')
    const folder = parts.pop() ?? ''
    let group = top
    for (const part of parts) {
      const inner: Group = group.groups.get(part) ?? { groups: new Map(), skills: [] }
      group.groups.set(part, inner)
      group = inner
    }
    group.skills.push({ folder: folder === '' ? name : folder, skill })
  }
  return top
}

function composeGroup(group: Group, indent: string, columns: number): readonly Line[] {
  const count = group.groups.size + group.skills.length
  let at = 0
  const branch = (): readonly [string, string] => (++at === count ? ['└── ', '    '] : ['├── ', '│   '])
  const lines: Line[] = []
  for (const [name, inner] of group.groups) {
    const [lead, deeper] = branch()
    lines.push([styled(indent + lead, 'dim'), `${name}/`], ...composeGroup(inner, indent + deeper, columns))
  }
  for (const { folder, skill } of group.skills) lines.push(composeSkill(indent + branch()[0], folder, skill, columns))
  return lines
}

/** A narrower description would be useless. */
const NARROWEST = 12

function composeSkill(lead: string, folder: string, skill: AssessedSkill, columns: number): Line {
  const { name, description: described } = skill.record
  const { text, style } = markOf(toListedRow(skill))
  const label = folder === name ? folder : `${folder} (${name})`
  const spans: readonly Span[] = [styled(lead, 'dim'), style === undefined ? text : styled(text, style), ' ']
  const room = columns - measureText(lead) - 2
  const shown = cutText(toPlainText(label), room)
  const left = room - measureText(shown) - 2
  const description = left < NARROWEST ? [] : [styled(`  ${cutText(toPlainText(described), left)}`, 'dim')]
  return [...spans, styled(shown, 'bold'), ...description]
}
