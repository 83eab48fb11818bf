/** The sections of a workspace's context, each in a box for a terminal and as Markdown for a prompt. */

import type { ListedSkill } from '../list-skills.js'
import type { ActiveSkill } from '../skill-manager-view.js'
import type { Tool } from '../tools/tool.js'
import { jsonSchemaOf } from '../tools/tool-schema.js'
import { cleanLine, drawBox, type Section } from './box.js'

/** How many skills are shown by name. */
const MOST_SKILLS = 200

/** The skills that can be activated. The name to activate them by precedes the name to show. */
export function renderSkillsSection(skills: readonly ListedSkill[], active: readonly string[]): Section {
  const shown = skills.slice(0, MOST_SKILLS)
  const left = skills.length - shown.length
  const more = left > 0 ? [`… and ${left} more`] : []
  const mark = (name: string) => (active.includes(name) ? ' (active)' : '')
  const title = ({ name, displayName }: ListedSkill) => (displayName === name ? '' : ` — ${cleanLine(displayName)}`)
  return {
    render: (box) => {
      const lines = shown.flatMap((skill) => [
        `${cleanLine(skill.name)}${title(skill)}${mark(skill.name)}`,
        `  ${cleanLine(skill.description)}`,
      ])
      return drawBox({
        ...box,
        border: 'single',
        title: 'SKILLS',
        lines: skills.length === 0 ? ['None'] : [...lines, ...more],
      })
    },
    renderMarkdown: () => {
      const lines = shown.map(
        (skill) =>
          `- ${code(skill.name)}${escapeMarkdown(title(skill))}${mark(skill.name)}: ${escapeMarkdown(skill.description)}`,
      )
      return ['## Skills', '', ...(skills.length === 0 ? ['None'] : [...lines, ...more])].join('\n')
    },
  }
}

/** The tools of active skills; null if there are none. */
export function renderSkillToolsSection(active: readonly ActiveSkill[]): Section | null {
  const bringing = active.filter(({ tools }) => tools.length > 0)
  if (bringing.length === 0) return null
  return {
    render: (box) =>
      bringing
        .map(({ displayName, tools }) =>
          drawBox({ ...box, border: 'double', title: `SKILL TOOLS: ${displayName}`, lines: tools.flatMap(toolLines) }),
        )
        .join('\n'),
    renderMarkdown: () =>
      bringing
        .map(
          ({ displayName, tools }) =>
            `## SKILL TOOLS: ${escapeMarkdown(displayName)}\n\n${tools.map(toolMarkdown).join('\n')}`,
        )
        .join('\n\n'),
  }
}

/**
 * Renders a list of tools with their parameters.
 *
 * @example
 * import { renderToolSection, VirtualWorkspace } from 'metier/workspace'
 *
 * const workspace = new VirtualWorkspace()
 * const text = renderToolSection(workspace.getAvailableTools()).render({ width: 80 })
 */
export function renderToolSection(tools: readonly Tool[]): Section {
  return {
    render: (box) =>
      drawBox({
        ...box,
        border: 'single',
        title: 'TOOLS',
        lines: tools.length === 0 ? ['None'] : tools.flatMap(toolLines),
      }),
    renderMarkdown: () => ['## Tools', '', ...(tools.length === 0 ? ['None'] : tools.map(toolMarkdown))].join('\n'),
  }
}

function toolLines(tool: Tool): readonly string[] {
  const parameters = parametersOf(tool).map(
    ({ name, type, isRequired, description }) =>
      `    ${cleanLine(name)}: ${cleanLine(type)}${isRequired ? '' : ' (optional)'}${description === '' ? '' : ` — ${cleanLine(description)}`}`,
  )
  return [tool.toolName, `  ${cleanLine(tool.desc)}`, ...parameters]
}

function toolMarkdown(tool: Tool): string {
  const parameters = parametersOf(tool).map(({ name, type, isRequired, description }) => {
    const said = description === '' ? '' : `: ${escapeMarkdown(description)}`
    return `  - ${code(name)} (${escapeMarkdown(type)}${isRequired ? '' : ', optional'})${said}`
  })
  return [`- ${code(tool.toolName)}: ${escapeMarkdown(tool.desc)}`, ...parameters].join('\n')
}

interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

function parametersOf(tool: Tool): readonly Parameter[] {
  const { properties, required } = jsonSchemaOf(tool)
  if (typeof properties !== 'object' || properties === null) return []
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties as Record<string, unknown>).map(([name, schema]) => {
    const { type, description } = (typeof schema === 'object' && schema !== null ? schema : {}) as Record<
      string,
      unknown
    >
    const said = typeof description === 'string' ? description : ''
    return { name, type: [type ?? 'any'].flat().join(' or '), isRequired: names.includes(name), description: said }
  })
}

/** Escapes a skill's text for Markdown: it cannot start a heading, a block, a tag or a fence. */
export function escapeMarkdown(text: string): string {
  return cleanLine(text).replace(/[\\`*_#[\]<>|~]/g, (character) => (character === '<' ? '&lt;' : `\\${character}`))
}

function code(text: string): string {
  return `\`${cleanLine(text).replaceAll('`', "'").replaceAll('<', '‹')}\``
}
