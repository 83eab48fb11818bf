/** Tools and skills that are small enough to be read inside a test. */

import { defineSkill, defineTool, type SkillDefinition, type Tool, ToolComponent } from '../../src/workspace.js'

/** A tool that answers with its own name, or with what it is told to. */
export function makeTool(toolName: string, more: Partial<Tool> = {}): Tool {
  return defineTool({
    toolName,
    desc: `Does ${toolName}`,
    paramsSchema: { type: 'object' },
    execute: () => toolName,
    ...more,
  })
}

export function makeSkill(
  name: string,
  tools: readonly string[],
  more: Partial<SkillDefinition> = {},
): SkillDefinition {
  return defineSkill({ name, description: `Does ${name}`, tools: tools.map((tool) => makeTool(tool)), ...more })
}

/** A component with these tools. */
export function makeComponent(...tools: readonly (string | Tool)[]): ToolComponent {
  const component = new ToolComponent()
  for (const given of tools) {
    const tool = typeof given === 'string' ? makeTool(given) : given
    component.toolSet.set(tool.toolName, tool)
  }
  return component
}

export function namesOf(tools: readonly Tool[]): readonly string[] {
  return tools.map(({ toolName }) => toolName)
}
