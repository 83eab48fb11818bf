/** Renders the whole context of a workspace: header, skills, tools of active skills, then the rest. */

import type { ListedSkill } from '../list-skills.js'
import type { ActiveSkill } from '../skill-manager-view.js'
import { ToolSource } from '../tools/tool.js'
import type { ToolComponent } from '../tools/tool-component.js'
import type { ToolTable } from '../tools/tool-table.js'
import { type BoxOptions, cleanLine, drawBox } from './box.js'
import { escapeMarkdown, renderSkillsSection, renderSkillToolsSection, renderToolSection } from './sections.js'

/** Options of `VirtualWorkspace.render`. */
export interface RenderOptions extends BoxOptions {
  /** `text`, the default, draws boxes; `markdown` is for prompts. */
  readonly format?: 'text' | 'markdown'
}

/** What is rendered. */
export interface RenderedWorkspace {
  readonly name: string
  readonly skills: readonly ListedSkill[]
  /** The names of the skills that were activated by name. */
  readonly requested: readonly string[]
  readonly active: readonly ActiveSkill[]
  readonly components: readonly (readonly [key: string, component: ToolComponent])[]
  readonly table: ToolTable
}

/** Renders the context as one text. */
export async function renderWorkspace(
  workspace: RenderedWorkspace,
  { format = 'text', ...box }: RenderOptions,
): Promise<string> {
  const { name, skills, requested, active, components, table } = workspace
  const isMarkdown = format === 'markdown'
  const always = [...table.all().values()].filter(({ source, enabled }) => enabled && source !== ToolSource.SKILL)
  const sections = [
    renderSkillsSection(skills, requested),
    renderSkillToolsSection(active),
    renderToolSection(always.map(({ tool }) => tool)),
  ].flatMap((section) => section ?? [])
  const head = isMarkdown ? `# ${escapeMarkdown(name)}` : drawBox({ ...box, border: 'double', title: name, lines: [] })
  const parts = sections.map((section) => (isMarkdown ? section.renderMarkdown() : section.render(box)))
  const rendered = await Promise.all(components.map((one) => renderComponent(one, isMarkdown ? undefined : box)))
  return [head, ...parts, ...rendered.filter((text) => text !== '')].join(isMarkdown ? '\n\n' : '\n')
}

/** What a component says of itself is the host's own text: it is boxed, but not escaped. */
async function renderComponent(
  [key, component]: RenderedWorkspace['components'][number],
  box: BoxOptions | undefined,
): Promise<string> {
  const text = await component.render?.()
  if (text === undefined || text === '') return ''
  if (box === undefined) return `## ${escapeMarkdown(cleanLine(key))}\n\n${text}`
  return drawBox({ ...box, border: 'single', title: key, lines: text.split('\n') })
}
