/** What each MCP client leaves of our texts for its model. */

import { AGENTS } from '../../agents/agents.js'
import { limitsOfAgent } from '../../agents/client-limits.js'
import { estimateTokens } from '../../skill/text/tokens.js'
import type { ClientPromptView, ClientSummary } from '../api/routing.js'
import type { DashboardContext } from '../dashboard-context.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'

export function listClients(): readonly ClientSummary[] {
  return AGENTS.filter(({ client }) => client !== undefined).map((agent) => {
    const { instructions, description, tools } = limitsOfAgent(agent)
    return {
      id: agent.id,
      title: agent.title,
      instructionLimit: instructions,
      descriptionLimit: description,
      toolLimit: tools ?? null,
    }
  })
}

export async function describeClient(
  context: DashboardContext,
  client: string,
): Promise<RouteOutcome<ClientPromptView>> {
  const { options, skillManager, command } = context
  if (!listClients().some(({ id }) => id === client)) return refuseRequest('not_found', `Unknown client '${client}'`)
  if (options.viewClient === undefined) return refuseRequest('not_found', 'This server has no MCP endpoint')
  const { instructions, tools } = await options.viewClient(client)
  const text = [instructions ?? '', ...tools.map(({ description }) => description ?? '')].join('\n')
  const skills = skillManager.getAvailableSkills()
  const listed = skills.filter(({ name }) => text.includes(`- ${name}`))
  const shortened = listed.filter(({ description }) => !text.includes(description.trim()))
  return {
    ok: true,
    value: {
      client,
      instructions: instructions ?? null,
      tools: tools.map(({ name, description }) => ({ name, description: description ?? null })),
      listed: listed.length,
      shortened: shortened.length,
      left: skills.length - listed.length,
      tokens: estimateTokens(text),
      command: command('prompt', '--client', client),
    },
  }
}
