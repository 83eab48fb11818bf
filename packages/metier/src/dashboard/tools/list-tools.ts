/** The tools of a playground, what is active in it, and what could be. */

import { estimateTokens } from '../../skill/text/tokens.js'
import type { ToolDefinition } from '../../tools/agent-tool.js'
import { offerTools } from '../../tools/agent-tool.js'
import { BUILT_IN_TOOLS } from '../../tools/create-tools.js'
import { ToolSource } from '../../workspace/tools/tool.js'
import type { ActiveSkillView, InactiveSkill, ToolsView, ToolView } from '../api/tools.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { Playground } from './playgrounds.js'

/** With more skills, only those are listed whose tools are known already. */
const MOST_LEARNED = 500

export async function listTools(context: DashboardContext, playground: Playground): Promise<ToolsView> {
  const tools = offerTools(playground.tools()).map(({ definition }) => describeTool(definition, playground))
  const active = listActive(playground)
  return {
    tools,
    active,
    activatable: await listActivatable(context, playground, active),
    tokens: tools.reduce((sum, tool) => sum + tool.tokens, 0),
  }
}

function describeTool({ name, description, inputSchema }: ToolDefinition, { workspace }: Playground): ToolView {
  const registration = workspace.findTool(name)
  const isOfSkill = registration?.source === ToolSource.SKILL
  return {
    name,
    title: BUILT_IN_TOOLS.find((tool) => tool.name === name)?.traits.title ?? name,
    description,
    schema: inputSchema,
    kind: isOfSkill ? 'skill' : 'contract',
    skill: registration?.skillName ?? null,
    category: isOfSkill ? (registration.tool.category ?? 'execute') : null,
    tokens: estimateTokens(JSON.stringify({ name, description, inputSchema })),
  }
}

function listActive({ workspace }: Playground): readonly ActiveSkillView[] {
  const tools = [...workspace.toolSet].filter(([, { source }]) => source === ToolSource.SKILL)
  return workspace.skillManager.getActiveSkills().map(({ name }) => ({
    skill: name,
    tools: tools.filter(([, { skillName }]) => skillName === name).map(([tool]) => tool),
  }))
}

async function listActivatable(
  { skillManager, live, examinations }: DashboardContext,
  { workspace }: Playground,
  active: readonly ActiveSkillView[],
): Promise<readonly InactiveSkill[]> {
  const { entries } = live.current()
  if (entries.all.length <= MOST_LEARNED) await workspace.learnTools()
  const tools = new Map<string, string[]>()
  for (const { skill, tool } of workspace.potentialTools.values()) {
    tools.set(skill, [...(tools.get(skill) ?? []), tool.toolName])
  }
  const isActive = new Set(active.map(({ skill }) => skill))
  return skillManager
    .getAvailableSkills()
    .filter(({ name }) => !isActive.has(name))
    .flatMap(({ name }): readonly InactiveSkill[] => {
      const own = tools.get(name)
      if (own !== undefined) return [{ skill: name, tools: own, obstacle: null }]
      const entry = entries.find(name)
      const approval = entry && examinations.approvalOf(entry)
      if (approval === undefined || approval === 'approved') return []
      return [{ skill: name, tools: [], obstacle: OBSTACLES[approval] }]
    })
}

const OBSTACLES = {
  unapproved: 'What it may run and use is not approved.',
  lapsed: 'Its files changed after you approved them.',
} as const
