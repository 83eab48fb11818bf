/**
 * The code of an agent-lib host around VirtualWorkspace. It imports the entry files by path, so that the tests run the
 * sources; compiles.test.ts compiles the same text with the package's names in their place.
 */

import {
  defineSkill,
  defineTool,
  type Tool,
  ToolComponent,
  ToolSource,
  VirtualWorkspace,
  type VirtualWorkspaceOptions,
} from '../../../../src/workspace.js'

/** A tool that says its name. */
export function createTool(toolName: string, details: Partial<Tool> = {}): Tool {
  return defineTool({
    toolName,
    desc: `Does ${toolName}`,
    paramsSchema: { type: 'object', properties: { text: { type: 'string' } } },
    execute: async () => `ran ${toolName}`,
    ...details,
  })
}

export const myTool1 = createTool('myTool1')
export const myTool2 = createTool('myTool2')

/** The document's "Defining a Skill with Tools"; its two log lines go to a list. */
export function createMySkill(log: string[] = []) {
  return defineSkill({
    name: 'my-skill',
    displayName: 'My Skill',
    description: 'A skill with tools',
    version: '1.0.0',
    capabilities: ['Capability 1', 'Capability 2'],
    workDirection: 'How to use this skill...',
    tools: [myTool1, myTool2],
    onActivate: async () => {
      log.push('Skill activated - tools now available')
    },
    onDeactivate: async () => {
      log.push('Skill deactivated - tools removed')
    },
  })
}

export const writing = defineSkill({
  name: 'writing',
  displayName: 'Writing',
  description: 'Another skill with tools',
  tools: [createTool('outline'), createTool('draft')],
})

/** An existing skill, from before skills had tools. */
const plain = defineSkill({ name: 'plain', description: 'A skill without tools' })

export class EditorComponent extends ToolComponent {
  override toolSet = new Map([
    ['open_file', createTool('open_file')],
    ['save_file', createTool('save_file')],
  ])
}

/** A workspace with a component, a global tool and three skills. */
export function createWorkspace(options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  const workspace = new VirtualWorkspace({ skills: [createMySkill(), writing, plain], ...options })
  workspace.registerComponent('editor', new EditorComponent())
  workspace.addGlobalTool(createTool('attempt_completion'))
  return workspace
}

/** The document's "Using Skill-Based Tools", with what each line is commented with. */
export async function useSkillBasedTools(workspace: VirtualWorkspace) {
  await workspace.activateSkill('my-skill')
  const availableTools = workspace.getAvailableTools()
  const source = workspace.getToolSource('myTool1')

  await workspace.deactivateSkill()
  const toolsAfter = workspace.getAvailableTools()
  return { availableTools, source, toolsAfter }
}

/** The names that the model can call, in the order of the list it gets. */
export function namesOf(tools: readonly Tool[]): string[] {
  return tools.map(({ toolName }) => toolName)
}

/** Tools by owner, as a status bar shows them. */
export function groupByOwner(workspace: VirtualWorkspace): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const { toolName } of workspace.getAvailableTools()) {
    const found = workspace.getToolSource(toolName)
    if (found === null) continue
    const owner = found.source === ToolSource.SKILL ? `skill ${found.owner}` : found.owner
    groups[owner] = [...(groups[owner] ?? []), toolName]
  }
  return groups
}
